const names = (list: string) => new Set(list.trim().split(/\s+/));

/** Records that say something about the session rather than in it. */
const metadata = names(`
  queue-operation file-history-snapshot file-history-delta last-prompt permission-mode ai-title mode custom-title
  pr-link bridge-session summary agent-name tag content-replacement agent-setting agent-color worktree-state relocated
  continued-in fork-context-ref session-mode isolation-latch atis-latch artifact-comment-monitor
  artifact-autoreact-ledger api-request api-request-shape api-request-blob cost-state tools-used`);

const conversation = names(`
  user assistant system attachment progress tool_use tool_result thinking text message create result frame-link`);

export const isMetadata = (type: string) => metadata.has(type);
export const isKnown = (type: string) => metadata.has(type) || conversation.has(type);
