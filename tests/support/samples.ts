import { Script, type Fields } from './script.ts';

/** At least one record of every kind that Claude Code is known to write, old and new, in one conversation. */
export function everyKindOfRecord(session: string, seed = 1): Fields[] {
  const script = new Script({ session, seed });
  script.flat('summary', { summary: 'What it was about', leafUuid: 'a-leaf' });
  metadata(script);
  conversation(script);
  systemNotes(script);
  attachments(script);
  progress(script);
  olderAndStreamed(script);
  return script.records;
}

function metadata(script: Script): void {
  const snapshot = { messageId: 'm', trackedFileBackups: { 'a.ts': { backupFileName: 'x@v1', version: 1 } } };
  script.flat('file-history-snapshot', { messageId: 'm', isSnapshotUpdate: false, snapshot });
  script.flat('file-history-delta', { messageId: 'm', snapshotMessageId: 'n', trackingPath: 'a.ts', backup: {} });
  script.flat('queue-operation', { operation: 'enqueue', content: 'queued words', timestamp: '2026-03-04T12:00:00Z' });
  script.flat('queue-operation', { operation: 'enqueue', content: [{ type: 'text', text: 'queued blocks' }] });
  script.flat('queue-operation', { operation: 'remove' }).flat('queue-operation', { operation: 'dequeue' });
  script.flat('queue-operation', { operation: 'popAll' });
  script.flat('last-prompt', { lastPrompt: 'the last prompt', leafUuid: 'u' });
  script.flat('permission-mode', { permissionMode: 'plan' }).flat('mode', { mode: 'normal' });
  script.flat('ai-title', { aiTitle: 'A title' }).flat('custom-title', { customTitle: 'My title' });
  script.flat('pr-link', { prNumber: 7, prUrl: 'https://example.com/7', prRepository: 'a/b' });
  script.flat('bridge-session', { bridgeSessionId: 'b', lastSequenceNum: 3 });
  script.flat('agent-name', { agentName: 'n' }).flat('agent-setting', { agentSetting: 's' });
  script.flat('frame-link', { path: '/a', frameUrl: 'https://example.com/f', title: 'A frame' });
  script.flat('tag', { tag: 'important' }).flat('content-replacement', { replacements: [] });
  script.flat('worktree-state', { worktreeSession: { originalCwd: '/a', worktreePath: '/b', worktreeName: 'w' } });
  script.flat('relocated', { relocatedCwd: '/c' }).flat('continued-in', { continuedInSessionId: 'next' });
  script.flat('fork-context-ref', { forkedSessionId: 'before' }).flat('isolation-latch', { side: 'x' });
  script.flat('api-request', { id: 'r', shapeHash: 'h', params: { model: 'claude-x', max_tokens: 1 } });
  script.flat('api-request-shape', { shapeHash: 'h', shape: { system: ['s'], tools: [] } });
  script.flat('api-request-blob', { hash: 'h', message: { role: 'user', content: 'a second copy' } });
  script.flat('cost-state', { totalCostUSD: 0.5, modelUsage: { 'claude-x': { inputTokens: 1, costUSD: 0.5 } } });
  script.flat('tools-used', { tools: ['Bash'] }).flat('hologram', { beam: { colour: 'blue' } });
}

function conversation(script: Script): void {
  script.prompt('Fix the tide table');
  script.prompt([
    { type: 'text', text: '<ide_opened_file>a.ts</ide_opened_file>' },
    { type: 'text', text: 'in blocks' },
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } },
    { type: 'document', source: { type: 'text', data: 'a document' } },
  ]);
  script.prompt('<command-message>review</command-message>\n<command-name>/review</command-name>');
  script.prompt('<local-command-stdout>done</local-command-stdout>');
  script.prompt('<bash-input>ls</bash-input>');
  script.prompt('<bash-stdout>a</bash-stdout><bash-stderr></bash-stderr>');
  script.prompt('<task-notification>done</task-notification>', { origin: { kind: 'task-notification' } });
  script.prompt('Caveat: the messages below', { isMeta: true });
  script.prompt('This session is being continued', { isCompactSummary: true, isVisibleInTranscriptOnly: true });
  script.prompt('[Request interrupted by user]');
  script.model([
    { type: 'thinking', thinking: 'hm', signature: 's' },
    { type: 'thinking', thinking: '', signature: 's' },
    { type: 'redacted_thinking', data: 'x' },
    { type: 'text', text: 'I will look' },
    { type: 'fallback', from: { model: 'a' }, to: { model: 'b' } },
    { type: 'server_tool_use', id: 'srv', name: 'web_search', input: { query: 'tides' } },
    { type: 'web_search_tool_result', tool_use_id: 'srv', content: [{ type: 'web_search_result', title: 'Tides' }] },
    { type: 'hologram', text: 'a block nobody knows' },
  ]);
  const edit = script.call('Edit', { file_path: '/a.ts', old_string: 'a', new_string: 'b' });
  script.result(edit, 'edited', {
    toolUseResult: { filePath: '/a.ts', oldString: 'a', newString: 'b', structuredPatch: [{ lines: ['-a', '+b'] }] },
  });
  const task = script.call('Agent', { prompt: 'Look', subagent_type: 'Explore' });
  script.result(task, [{ type: 'text', text: 'found' }], { toolUseResult: { agentId: 'a1', totalTokens: 9 } });
  const failed = script.call('Bash', { command: 'make' });
  script.prompt([{ type: 'tool_result', tool_use_id: failed, content: '', is_error: true }], {
    toolUseResult: 'Error: no rule to make target',
  });
  script.result('toolu_big', '<persisted-output>\nOutput too large. Full output saved to: /x/y.txt\n\nPreview:\nz');
  const failure = { model: '<synthetic>', content: [{ type: 'text', text: 'API Error' }], id: 'syn', usage: {} };
  script.chain('assistant', { message: failure, isApiErrorMessage: true, error: 'overloaded', apiErrorStatus: 529 });
  script.prompt('A task', { isSidechain: true, agentId: 'a1' });
}

function systemNotes(script: Script): void {
  script.system('stop_hook_summary', { hookInfos: [{ command: 'lint' }], hookErrors: ['no'], hasOutput: true });
  script.system('turn_duration', { durationMs: 61_000, messageCount: 3 });
  script.system('away_summary', { content: 'You asked why' });
  script.system('api_error', { error: { status: 529, headers: { a: 'b' }, message: 'Overloaded' }, retryAttempt: 1 });
  script.system('bridge_status', { content: 'connected', url: 'https://example.com' });
  script.system('local_command', { content: '<command-name>/cost</command-name>' });
  script.system('compact_boundary', { parentUuid: null, logicalParentUuid: 'x', compactMetadata: { preTokens: 9 } });
  script.system('microcompact_boundary', { microcompactMetadata: { trigger: 'auto', tokensSaved: 5 } });
  script.system('informational', { content: 'for your information', level: 'info' });
  script.system('model_refusal_fallback', { originalModel: 'a', fallbackModel: 'b' });
  script.chain('system', { content: '\u001b[1mStop\u001b[22m completed' });
}

function attachments(script: Script): void {
  script.attachment('queued_command', { prompt: 'And this', commandMode: 'prompt' });
  script.attachment('queued_command', { prompt: [{ type: 'text', text: 'In blocks' }], commandMode: 'prompt' });
  script.attachment('queued_command', { prompt: 'done', commandMode: 'task-notification' });
  script.attachment('hook_success', { hookEvent: 'PostToolUse', content: 'ok', toolUseID: 't' });
  script.attachment('hook_non_blocking_error', { hookEvent: 'Stop', stderr: 'bad' });
  script.attachment('file', { filename: 'a.md', content: { type: 'text', file: { content: 'words' } } });
  for (const type of ['task_reminder', 'nested_memory', 'diagnostics', 'prompt_snapshot', 'environment', 'hologram']) {
    script.attachment(type, { content: `of ${type}`, itemCount: 3 });
  }
}

function progress(script: Script): void {
  script.chain('progress', { data: { type: 'bash_progress', output: 'x', fullOutput: 'x' }, toolUseID: 't' });
  const message = {
    type: 'assistant',
    uuid: 'copy',
    message: { id: 'c', model: 'claude-x', usage: { output_tokens: 9 } },
  };
  script.chain('progress', { data: { type: 'agent_progress', agentId: 'a1', message } });
}

function olderAndStreamed(script: Script): void {
  script.flat('tool_use', { tool: { name: 'Bash', input: { command: 'ls' } } });
  script.flat('tool_result', { result: { output: 'a', error: 'b' } });
  script.flat('thinking', { thinking: 'hm' }).flat('text', { text: 'words' }).flat('message', { message: 'words' });
  script.flat('create', { filePath: 'a.ts', content: 'x', structuredPatch: [] });
  script.records.push({ type: 'user', content: 'flat words' }, { type: 'assistant', message: { content: 'a string' } });
  script.records.push({ type: 'system', subtype: 'init', session_id: 's', tools: ['Bash'], model: 'claude-x' });
  script.records.push({ type: 'result', subtype: 'success', is_error: false, result: 'Done', total_cost_usd: 0.1 });
}
