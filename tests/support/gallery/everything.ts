import { SessionFile } from './session.ts';

export const everythingId = '6a1b2c3d-0000-4000-8000-00000000e001';

const red = '\u001b[31m';
const green = '\u001b[32m';
const bold = '\u001b[1m';
const off = '\u001b[0m';

const picture =
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAAAwCAIAAAAuKetIAAAAQ0lEQVR42u3PQQkAAAgEsAtmMJOaxwp+hcEKLNP1WgQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQErhYySnkPKPlk6gAAAABJRU5ErkJggg==';

const patch = [
  {
    oldStart: 12,
    oldLines: 6,
    newStart: 12,
    newLines: 8,
    lines: [
      ' export function tideAt(moment: Date): Tide {',
      '-  const day = moment.getDay();',
      '-  return table[day];',
      '+  const day = moment.getUTCDay();',
      '+  const row = table[day];',
      '+  if (!row) throw new RangeError(`No tide for day ${day}`);',
      '+  return row;',
      ' }',
      ' ',
      ' export const table: Tide[] = [];',
    ],
  },
  {
    oldStart: 40,
    oldLines: 3,
    newStart: 42,
    newLines: 3,
    lines: [' // The harbour master reads this.', '-export const zone = "local";', '+export const zone = "UTC";', ' '],
  },
];

const source = `import { Tide } from './tide';

/** High water at the pier. */
export const table: readonly Tide[] = [
  { day: 0, height: 4.2 },
  { day: 1, height: 3.9 },
];

export function tideAt(moment: Date): Tide {
  return table[moment.getDay()];
}
`;

const answer = `The clock was read in **local time**, so Sundays east of Greenwich fell on day \`6\`.

## What changed

1. \`tideAt\` asks for the UTC day
2. a missing row is an error, not \`undefined\`

| day | before | after |
|:----|-------:|:-----:|
| Sunday | 6 | 0 |
| Monday | 0 | 1 |

- [x] fix the clock
- [ ] tell the harbour master

\`\`\`ts
const day = moment.getUTCDay(); // 0 is Sunday
if (!table[day]) throw new RangeError('No tide');
\`\`\`

> Tides wait for no one.

See [the almanac](https://example.com/almanac) and [tide.ts](src/tide.ts). ![chart](https://example.com/chart.png)`;

/** One of each: every record type and every tool that FORMAT.md knows. */
export function writeEverything(claudeDir: string): SessionFile {
  const s = new SessionFile(claudeDir, '-home-dev-gallery', everythingId);
  s.raw({
    type: 'file-history-snapshot',
    messageId: 'x',
    snapshot: { trackedFileBackups: {} },
    isSnapshotUpdate: false,
  });
  s.raw({ type: 'permission-mode', permissionMode: 'default', sessionId: everythingId });
  s.attachment('skill_listing', { content: '- tides: reads tide tables', skillCount: 1, isInitial: true });
  s.attachment('deferred_tools_delta', { addedNames: ['WebSearch', 'WebFetch'], removedNames: [] });

  s.prompt('The tide test fails on Sundays.\nCan you find out why, and fix it?');
  s.think('The test fails on one day of the week only.\n\nSo it is the clock, or the table.');
  s.call(
    'Read',
    { file_path: '/home/dev/gallery/src/tide.ts' },
    {
      text: '     1→import',
      data: {
        type: 'text',
        file: {
          filePath: '/home/dev/gallery/src/tide.ts',
          content: source,
          numLines: 11,
          startLine: 1,
          totalLines: 11,
        },
      },
    },
  );
  s.call(
    'Grep',
    { pattern: 'getDay', path: 'src', output_mode: 'content' },
    {
      text: 'src/tide.ts:10:  return table[moment.getDay()];',
      data: {
        mode: 'content',
        numFiles: 1,
        filenames: [],
        content: 'src/tide.ts:10:  return table[moment.getDay()];',
        numLines: 1,
      },
    },
  );
  s.call(
    'Glob',
    { pattern: 'src/**/*.ts' },
    {
      text: 'src/tide.ts\nsrc/moon.ts',
      data: {
        filenames: ['/home/dev/gallery/src/tide.ts', '/home/dev/gallery/src/moon.ts'],
        durationMs: 12,
        numFiles: 2,
        truncated: false,
      },
    },
  );
  s.call(
    'Edit',
    { file_path: '/home/dev/gallery/src/tide.ts', old_string: 'getDay', new_string: 'getUTCDay' },
    {
      text: 'The file has been updated.',
      data: {
        filePath: '/home/dev/gallery/src/tide.ts',
        oldString: 'getDay',
        newString: 'getUTCDay',
        structuredPatch: patch,
        userModified: false,
      },
    },
  );
  s.call(
    'Bash',
    { command: 'npm test -- tide', description: 'Run the tide tests' },
    {
      content: `Exit code 1\n${red}FAIL${off} tide.test.ts\n  ${bold}Sunday${off} expected 4.2\n${green}✓${off} Monday`,
      data: `Error: Exit code 1`,
      error: true,
      after: 8.1,
    },
  );
  s.call(
    'Bash',
    { command: 'npm run lint && npm test', description: 'Lint, then test' },
    {
      text: 'ok',
      data: {
        stdout: `${green}✓${off} 24 passed\u001b]8;;https://evil.example/\u0007 link\u001b]8;;\u0007`,
        stderr: 'warning: old browserslist',
        interrupted: false,
        isImage: false,
      },
      after: 12,
    },
  );
  s.say(answer);
  s.attachment('hook_success', {
    hookName: 'PostToolUse:Edit',
    hookEvent: 'PostToolUse',
    toolUseID: 'x',
    command: 'npx prettier --check',
    durationMs: 640,
    exitCode: 0,
    stdout: 'All matched files use Prettier code style!',
    stderr: '',
    content: '',
  });
  s.system('stop_hook_summary', {
    hookCount: 1,
    hookInfos: [{ command: 'bash check.sh', durationMs: 120 }],
    hookErrors: [],
    preventedContinuation: false,
    stopReason: '',
    hasOutput: false,
  });
  s.system('turn_duration', { durationMs: 81_234, messageCount: 9 });

  s.prompt('Now do the rest.');
  s.attachment('queued_command', { prompt: 'And mind the moon.', commandMode: 'prompt' });
  s.call(
    'Write',
    { file_path: '/home/dev/gallery/src/moon.ts', content: 'export const moon = "full";\nexport const age = 14;\n' },
    {
      text: 'File created',
      data: {
        type: 'create',
        filePath: '/home/dev/gallery/src/moon.ts',
        content: 'export const moon = "full";\n',
        structuredPatch: [],
        originalFile: null,
      },
    },
  );
  s.call(
    'MultiEdit',
    {
      file_path: '/home/dev/gallery/README.md',
      edits: [
        { old_string: 'Tides', new_string: 'Tides and moons' },
        { old_string: 'v1', new_string: 'v2' },
      ],
    },
    {
      text: 'Applied 2 edits',
      data: { filePath: '/home/dev/gallery/README.md', edits: [], structuredPatch: [] },
    },
  );
  s.call(
    'NotebookEdit',
    { notebook_path: '/home/dev/gallery/a.ipynb', cell_id: '1', new_source: 'print(1)' },
    { text: 'Updated cell 1' },
  );
  s.call(
    'TodoWrite',
    {
      todos: [
        { content: 'Read the table', status: 'completed', activeForm: 'Reading the table' },
        { content: 'Fix the clock', status: 'in_progress', activeForm: 'Fixing the clock' },
        { content: 'Tell the harbour master', status: 'pending', activeForm: 'Telling' },
      ],
    },
    { text: 'Todos have been modified', data: { oldTodos: [], newTodos: [] } },
  );
  s.call(
    'TaskCreate',
    { subject: 'Paint the buoy', description: 'Red, please', activeForm: 'Painting' },
    { text: 'Task #4 created', data: { task: { id: '4', subject: 'Paint the buoy' } } },
  );
  s.call(
    'TaskUpdate',
    { taskId: '4', status: 'completed' },
    {
      text: 'Updated task #4',
      data: {
        success: true,
        taskId: '4',
        updatedFields: ['status'],
        statusChange: { from: 'pending', to: 'completed' },
      },
    },
  );
  s.call(
    'TaskList',
    {},
    {
      text: '#4 [completed] Paint the buoy',
      data: { tasks: [{ id: '4', subject: 'Paint the buoy', status: 'completed', blockedBy: [] }] },
    },
  );
  s.call(
    'AskUserQuestion',
    {
      questions: [
        {
          question: 'Which zone should the table use?',
          header: 'Zone',
          multiSelect: false,
          options: [
            { label: 'UTC', description: 'The same everywhere' },
            { label: 'Local', description: 'As the harbour sees it' },
          ],
        },
      ],
    },
    {
      text: 'User has answered',
      data: { questions: [], answers: { 'Which zone should the table use?': 'UTC' } },
      after: 40,
    },
  );
  s.call(
    'ExitPlanMode',
    { plan: '# The plan\n\n1. Move the clock to UTC\n2. Test **every** day' },
    { text: 'User has approved your plan', data: { plan: '# The plan', isAgent: false } },
  );
  s.call(
    'WebSearch',
    { query: 'tide table UTC' },
    {
      text: 'Web search results',
      data: {
        query: 'tide table UTC',
        durationSeconds: 2,
        results: [
          {
            tool_use_id: 'srv',
            content: [
              { title: 'Tides explained', url: 'https://example.com/tides' },
              { title: 'UTC at sea', url: 'https://example.org/utc' },
            ],
          },
          'Tides follow the moon.',
        ],
      },
      after: 2,
    },
  );
  s.call(
    'WebFetch',
    { url: 'https://example.com/tides', prompt: 'When is high water?' },
    {
      text: 'At **noon**.',
      data: {
        bytes: 1024,
        code: 200,
        codeText: 'OK',
        result: 'At **noon**.',
        durationMs: 900,
        url: 'https://example.com/tides',
      },
    },
  );
  const task = s.call(
    'Task',
    { description: 'Survey the harbour', prompt: 'Look at every **pier**.', subagent_type: 'Explore' },
    {
      content: [{ type: 'text', text: 'Three piers, all sound.' }],
      data: {
        status: 'completed',
        prompt: 'Look at every pier.',
        agentId: 'b7e1c2',
        content: [{ type: 'text', text: 'Three piers, all sound.' }],
        totalTokens: 18_250,
        totalDurationMs: 62_000,
        totalToolUseCount: 2,
        resolvedModel: 'claude-haiku-4-5',
      },
      after: 62,
    },
  );
  s.call(
    'mcp__github__create_issue',
    { owner: 'harbour', title: 'Paint the buoy', labels: ['red', 'urgent'] },
    { content: [{ type: 'text', text: 'Created issue #12' }], data: [{ type: 'text', text: 'Created issue #12' }] },
  );
  s.call(
    'Skill',
    { skill: 'tides', args: 'sunday' },
    { text: 'Launching skill: tides', data: { success: true, commandName: 'tides' } },
  );
  s.call(
    'ToolSearch',
    { query: 'select:WebFetch', max_results: 5 },
    {
      content: [{ type: 'tool_reference', tool_name: 'WebFetch' }],
      data: { matches: ['WebFetch'], query: 'select:WebFetch', total_deferred_tools: 9 },
    },
  );
  s.call(
    'BashOutput',
    { bash_id: 'b1' },
    {
      text: '<status>completed</status>',
      data: {
        shellId: 'b1',
        command: 'npm run watch',
        status: 'completed',
        exitCode: 0,
        stdout: 'watching…',
        stderr: '',
        stdoutLines: 1,
        stderrLines: 0,
      },
    },
  );
  s.call(
    'KillShell',
    { shell_id: 'b1' },
    { text: 'Killed', data: { message: 'Successfully killed shell: b1', shell_id: 'b1' } },
  );
  s.call(
    'Bash',
    { command: 'npm run watch', run_in_background: true },
    {
      text: 'Command running in background with ID: b2',
      data: { stdout: '', stderr: '', interrupted: false, backgroundTaskId: 'b2' },
    },
  );
  s.call(
    'Bash',
    { command: 'rm -rf build' },
    {
      text: "The user doesn't want to proceed with this tool use. The tool use was rejected.",
      data: 'User rejected tool use',
      error: true,
      fields: { toolDenialKind: 'user-rejected' },
    },
  );
  s.call(
    'Workflow',
    { script: 'await agent("count the gulls")' },
    {
      text: 'Started',
      data: { isAsync: true, status: 'started', runId: 'wf_1', transcriptDir: '/x', scriptPath: '/x/a.js' },
    },
  );
  s.call(
    'Read',
    { file_path: '/home/dev/gallery/chart.png' },
    {
      content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: picture } }],
      data: { type: 'image', file: { base64: picture, type: 'image/png', originalSize: 120 } },
    },
  );
  s.call(
    'Bash',
    { command: 'cat tides.log' },
    {
      text: `<persisted-output>\nOutput too large (96.2KB). Full output saved to: /elsewhere/tool-results/tides.txt\n\nPreview (first 2KB):\nlog 0\n</persisted-output>`,
      data: {
        stdout: 'log 0',
        stderr: '',
        interrupted: false,
        persistedOutputPath: '/elsewhere/tool-results/tides.txt',
        persistedOutputSize: 98_509,
      },
    },
  );
  s.beside('tool-results/tides.txt', Array.from({ length: 4000 }, (_, n) => `log ${n} the water rises`).join('\n'));
  s.call('Hologram', { beam: 'wide', depth: 3 }, { text: 'Projected.' });

  s.prompt([
    { type: 'text', text: 'Here is what I see.' },
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: picture } },
  ]);
  s.say('A chart of the harbour.');
  s.prompt(
    '<command-name>/compact</command-name>\n<command-message>compact</command-message>\n<command-args>keep the tides</command-args>',
  );
  s.prompt('<local-command-stdout>Compacted</local-command-stdout>');
  s.record('system', {
    subtype: 'compact_boundary',
    content: 'Conversation compacted',
    parentUuid: null,
    compactMetadata: { trigger: 'auto', preTokens: 155_000, postTokens: 21_000, durationMs: 45_000 },
  });
  s.prompt('This session is being continued. The tide test was fixed by reading the clock in UTC.', {
    isCompactSummary: true,
    isVisibleInTranscriptOnly: true,
  });
  s.prompt('<bash-input>git status</bash-input>');
  s.prompt('<bash-stdout>On branch main\nnothing to commit</bash-stdout><bash-stderr></bash-stderr>');
  s.prompt('Go on.');
  s.system('api_error', {
    level: 'error',
    error: {
      status: 529,
      headers: { 'anthropic-organization-id': 'secret-org' },
      error: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
    },
    retryInMs: 2000,
    retryAttempt: 1,
    maxRetries: 10,
  });
  s.system('away_summary', {
    content: 'While you were away the tests went green. Nothing waits for you but the paint.',
  });
  s.system('microcompact_boundary', {
    content: 'Context microcompacted',
    microcompactMetadata: { trigger: 'auto', preTokens: 90_000, tokensSaved: 30_000, compactedToolIds: [] },
  });
  s.system('informational', { content: 'Remote control is on', level: 'info' });
  s.system('bridge_status', { content: 'Connected', url: 'https://example.com/bridge' });
  s.system('model_refusal_fallback', {
    content: '',
    originalModel: 'claude-opus-4-5',
    fallbackModel: 'claude-sonnet-4-5',
    direction: 'down',
  });
  s.assistant({ type: 'fallback', from: { model: 'claude-opus-4-5' }, to: { model: 'claude-sonnet-4-5' } });
  s.attachment('file', {
    filename: '/home/dev/gallery/notes.md',
    content: {
      type: 'text',
      file: {
        filePath: '/home/dev/gallery/notes.md',
        content: '# Notes\n\nBuy paint.',
        numLines: 3,
        startLine: 1,
        totalLines: 3,
      },
    },
    displayPath: 'notes.md',
  });
  s.attachment('edited_text_file', { filename: '/home/dev/gallery/src/tide.ts', snippet: '12→ const day' });
  s.attachment('hook_non_blocking_error', {
    hookName: 'PreToolUse:Bash',
    hookEvent: 'PreToolUse',
    toolUseID: 'y',
    stderr: 'guard.sh: not found',
    exitCode: 127,
    command: 'guard.sh',
  });
  s.prompt(
    '<task-notification><task-id>b2</task-id><status>completed</status><summary>Background command "npm run watch" completed (exit code 0)</summary></task-notification>',
    { origin: { kind: 'task-notification' } },
  );
  s.prompt('[Request interrupted by user]');
  s.record('assistant', {
    message: {
      id: 'msg_err',
      role: 'assistant',
      model: '<synthetic>',
      content: [{ type: 'text', text: 'API Error: 401 Please run /login' }],
    },
    isApiErrorMessage: true,
  });
  s.raw({
    type: 'frame-link',
    sessionId: everythingId,
    path: '/home/dev/gallery/chart.html',
    frameUrl: 'https://claude.ai/frame/1',
    title: 'The chart',
    timestamp: '2026-11-16T15:00:00.000Z',
  });
  s.raw({ type: 'seance', sessionId: everythingId, medium: 'driftwood', knocks: 3 });
  s.call('Bash', { command: 'sleep 600' }, null);
  s.raw({
    type: 'pr-link',
    sessionId: everythingId,
    prNumber: 7,
    prUrl: 'https://github.com/harbour/tides/pull/7',
    prRepository: 'harbour/tides',
    timestamp: '2026-11-16T15:00:00.000Z',
  });
  s.raw({ type: 'custom-title', customTitle: 'One of everything', sessionId: everythingId });
  s.write();
  writeAgent(claudeDir, task);
  return s;
}

/** The subagent that `Task` started, in a transcript of its own. */
function writeAgent(claudeDir: string, call: string): void {
  const folder = `-home-dev-gallery/${everythingId}/subagents`;
  const agent = new SessionFile(claudeDir, folder, 'agent-b7e1c2', {
    sessionId: everythingId,
    isSidechain: true,
    agentId: 'b7e1c2',
  });
  agent.prompt('Look at every **pier**.');
  agent.call('Read', { file_path: '/home/dev/gallery/piers.md' }, { text: '     1→Three piers' });
  agent.say('Three piers, all sound. The second one **creaks**.');
  agent.write();
  agent.note({ agentType: 'Explore', description: 'Survey the harbour', toolUseId: call });
}
