const names = new Set(
  `uuid parentUuid logicalParentUuid leafUuid sessionId session_id id tool_use_id toolUseId toolUseID parentToolUseID
  sourceToolUseID sourceToolAssistantUUID messageId snapshotMessageId requestId agentId promptId timestamp`.split(
    /\s+/,
  ),
);
const uuid = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}';
const named = `(?:(?:srv)?toolu|msg|req)_(?:${uuid}|[0-9A-Za-z]{8,40})`;
const time = String.raw`\d{4}-\d\d-\d\dT[\d:.]{8,15}Z`;
const shapes = new RegExp(`^(?:${uuid}|${named}|${time})$`);

/**
 * Whether a field is what it is called: an id or a time, as Claude Code and the provider write them. Neither the name
 * nor the shape is enough: anything may be called an id, and some keys look like one.
 */
export const isId = (name: string, value: string) => names.has(name) && shapes.test(value);
