// One transcript, main or subagent: records that hang on each other, an API message as one line per block.

/** Time that passes between records, and never reaches the present. */
export function clockFrom(random, start, step, latest) {
  let now = start;
  const tick = () => (now = Math.min(latest, now + 1 + random.below(2 * step)));
  return { tick, now: () => now, iso: () => new Date(now).toISOString() };
}

export class Conversation {
  #tools;
  #parent = null;
  #context = 12_000;

  /** `callTool(id)` makes one use of a tool; `echo(record)` hears every record that is written. */
  constructor({ random, text, sink, clock, envelope, model, legacy, agentId, callTool, echo }) {
    Object.assign(this, { random, text, sink, clock, envelope, model, legacy, echo });
    this.agent = agentId ? { agentId } : {};
    this.#tools = callTool;
  }

  chain(type, body, parentUuid = this.#parent) {
    const { clock, random, agent, envelope } = this;
    clock.tick();
    const uuid = random.uuid();
    const isSidechain = agent.agentId !== undefined;
    const place = { parentUuid, isSidechain, ...agent };
    const record = { ...place, ...body, type, uuid, timestamp: clock.iso(), ...envelope };
    this.sink.line(record);
    this.#parent = uuid;
    this.echo?.(record);
    return uuid;
  }

  /** Metadata: outside the chain. */
  flat(type, body) {
    this.sink.line({ type, ...body, sessionId: this.envelope.sessionId });
  }

  get leaf() {
    return this.#parent;
  }

  prompt(content, more = {}) {
    this.promptId = this.random.uuid();
    return this.chain('user', { promptId: this.promptId, message: { role: 'user', content }, ...more });
  }

  /** One answer of the model and the results of what it calls. */
  answer(isLast) {
    const { random, text } = this;
    const blocks = [];
    if (random.chance(0.5)) blocks.push(this.#thinking());
    if (isLast || random.chance(0.35)) blocks.push({ type: 'text', text: text.prose(random.heavy(250, 0.9)) });
    const calls = isLast ? [] : Array.from({ length: random.chance(0.1) ? 2 : 1 }, () => this.#call());
    for (const { id, use } of calls) {
      blocks.push({ type: 'tool_use', id, name: use.name, input: use.input, caller: { type: 'direct' } });
    }
    const lines = this.#say(blocks, isLast);
    calls.forEach((call, at) => this.#result(call, lines.at(at - calls.length)));
  }

  #call() {
    const id = this.random.id('toolu');
    return { id, use: this.#tools(id) };
  }

  #thinking() {
    const { random, text } = this;
    const thinking = random.chance(0.3) ? '' : text.prose(random.heavy(150, 0.8));
    return { type: 'thinking', thinking, signature: random.blob(random.between(250, 700)) };
  }

  /** Every line repeats id and usage; on some messages the earlier lines know only a part of the output. */
  #say(blocks, isLast) {
    const { random } = this;
    const [id, requestId, grown] = [random.id('msg'), random.id('req'), random.between(200, 3000)];
    const output = random.between(40, 900);
    const partial = random.chance(0.13);
    const known = this.#context;
    this.#context = known > 160_000 ? 12_000 : known + grown;
    return blocks.map((block, at) => {
      const ended = at === blocks.length - 1;
      const usage = {
        ...{ input_tokens: random.below(9), cache_creation_input_tokens: grown, cache_read_input_tokens: known },
        output_tokens: partial && !ended ? 1 : output,
        server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
        service_tier: 'standard',
        cache_creation: { ephemeral_1h_input_tokens: grown, ephemeral_5m_input_tokens: 0 },
      };
      const stop = { stop_reason: ended ? (isLast ? 'end_turn' : 'tool_use') : null, stop_sequence: null };
      const message = { model: this.model, id, type: 'message', role: 'assistant', content: [block], ...stop, usage };
      return this.chain('assistant', { message, requestId });
    });
  }

  #result({ id, use }, sourceToolAssistantUUID) {
    const { random, legacy, promptId } = this;
    if (legacy) this.#progress(id, use);
    const failed = random.chance(0.04);
    const content = failed ? `Error: ${use.content.slice(0, 200)}` : use.content;
    const block = { tool_use_id: id, type: 'tool_result', content, ...(failed ? { is_error: true } : {}) };
    this.chain(
      'user',
      {
        ...{ promptId, message: { role: 'user', content: [block] } },
        ...{ toolUseResult: failed ? content : use.result, sourceToolAssistantUUID },
      },
      sourceToolAssistantUUID,
    );
    if (!legacy && random.chance(0.4)) this.attach(hookRan(use.name, id, random));
  }

  attach(attachment) {
    this.chain('attachment', { attachment });
  }

  /** Older clients wrote down how far a command was, over and over. */
  #progress(id, { name, content }) {
    const { random } = this;
    const say = (toolUseID, data) => this.chain('progress', { data, toolUseID, parentToolUseID: id });
    if (random.chance(0.5)) say(id, { type: 'hook_progress', hookEvent: 'PreToolUse', hookName: `PreToolUse:${name}` });
    if (name !== 'Bash') return;
    for (let seconds = 2; random.chance(0.75) && seconds < 16; seconds += 1) {
      const output = content.slice(0, seconds * 250);
      const data = {
        type: 'bash_progress',
        output,
        fullOutput: output,
        elapsedTimeSeconds: seconds,
        totalLines: seconds,
      };
      say(`bash-progress-${seconds - 2}`, data);
    }
  }
}

const hookRan = (tool, toolUseID, random) => ({
  ...{ type: 'hook_success', hookName: `PostToolUse:${tool}`, toolUseID, hookEvent: 'PostToolUse', content: '' },
  ...{
    stdout: '{}',
    stderr: '',
    exitCode: 0,
    command: 'node .claude/hooks/observe.mjs',
    durationMs: random.below(400),
  },
});
