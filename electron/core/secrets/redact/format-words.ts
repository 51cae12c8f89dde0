import type { Spot } from './spots.ts';

/** Fields that say which of a few things something is. */
const kinds = new Set([
  ...['type', 'subtype', 'role', 'operation', 'stop_reason', 'stop_sequence', 'level', 'status', 'priority', 'kind'],
  ...['mode', 'userType', 'entrypoint', 'permissionMode', 'promptSource', 'commandMode', 'sessionKind', 'effort'],
  ...['service_tier', 'inference_geo', 'speed', 'media_type', 'hookEvent', 'trigger', 'direction', 'severity'],
  ...['version', 'versions', 'output_mode', 'querySource', 'category', 'turnOrigin', 'retrieval_status'],
]);
const kind = /^[a-z][\w.+/-]{0,63}$/i;
const version = /^\d+(?:\.\d+)+[\w.+-]*$/;
const time = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/;
const times = new Set(['timestamp', 'backupTime', 'created', 'modified', 'startTime', 'newDate']);
const models = new Set([
  'model',
  'models',
  'modelId',
  'resolvedModel',
  'requestedModel',
  'originalModel',
  'fallbackModel',
]);
const model = /^(?:claude[\w.@:[\]-]*|<synthetic>|opus|sonnet|haiku|fable|inherit)$/i;
const agents = new Set(['agentType', 'subagent_type']);
const agent = /^(?:general-purpose|explore|plan|claude|claude-code-guide|statusline-setup|output-style-setup)$/i;
const tools = new Set(['tool_name', 'toolName', 'hookName']);
const tool = /^[a-z]+(?::[a-z]+)?$/i;
const toolBlock = /tool_(?:use|result)$/;

export type FormatWord = 'format' | 'the name of a tool' | 'the name of a model' | 'the name of a kind of agent';

/** What a text is there for, if it is for whoever reads the format; a name that a person gave says more than that. */
export function wordOfFormat({ name: own, said, holder }: Spot): FormatWord | null {
  const name = own || (holder?.name ?? ''); // what is in a list is what the list is called
  if (kinds.has(name)) return kind.test(said) || version.test(said) ? 'format' : null;
  if (times.has(name)) return time.test(said) ? 'format' : null;
  if (models.has(name)) return model.test(said) ? 'format' : 'the name of a model';
  if (agents.has(name)) return agent.test(said) ? 'format' : 'the name of a kind of agent';
  const isTool = tools.has(name) || (name === 'name' && toolBlock.test(holder?.type ?? ''));
  if (!isTool) return null;
  return tool.test(said) ? 'format' : 'the name of a tool';
}

/** What Claude Code’s own tools call what goes into them and comes out. */
const ofTools = new Set(
  (
    'action activeForm addBlockedBy addBlocks agentId agentType agent_type allowedPrompts allowed_domains answers ' +
    'appliedLimit args async backgroundTaskId bash_id block blockedBy blocked_domains blocks body branch bytes caller ' +
    'canContinueAgent canReadOutputFile cell_id cell_number cell_type citations code codeText command commandName ' +
    'commit content context cron data delaySeconds description dimensions durationMs durationSeconds edit_mode edits ' +
    'exitCode file filePath file_path filename filenames from gitOperation glob head_limit header id include ' +
    'inference_geo input interrupted isAgent isAsync isError isImage is_error isolation iterations kind label ' +
    'limit lines linesAdded linesRemoved matches max_results media_type message messages metadata mode model ' +
    'multiSelect multiline name newLines newStart newString newTodos new_source new_string noOutputExpected ' +
    'notebook_path numFiles numLines number offset oldLines oldStart oldString oldTodos old_string options ' +
    'originalFile originalFileContents originalSize output outputFile output_mode owner pages path pattern ' +
    'persistedOutputPath persistedOutputSize plan planFilePath preview priority prompt query question questions ' +
    'reason recipient recurring ref replaceAll replace_all resolvedModel result results retrieval_status ' +
    'returnCodeInterpretation role run_in_background runId script scriptPath sender service_tier shellId shell_id ' +
    'skill source speed startLine status statusChange stderr stderrLines stdout stdoutLines structuredPatch ' +
    'subagent_type subject success summary target task taskId task_id task_type tasks team_name text timeout ' +
    'timeoutMs timeout_ms timestamp title to todos tool toolStats tool_use_id totalDurationMs totalLines totalTokens ' +
    'totalToolUseCount total_deferred_tools transcriptDir truncated type updatedFields url usage userModified ' +
    'verificationNudgeNeeded worktreeBranch worktreePath'
  ).split(' '),
);
const counted = /_tokens$|_requests$|[Tt]okens|ephemeral/i;
const fieldName = /^[-$]?[a-z][a-z_]*$/i;

/** Whether it is a field of the format. Where people’s own objects may be, only the names of the tools’ fields are. */
export const isFieldName = (name: string, isFree: boolean): boolean =>
  counted.test(name) || (isFree ? ofTools.has(name) : fieldName.test(name));
