import type { Planted } from './planted-secrets.ts';
import type { Fields, Script } from './script.ts';

type Plant = (script: Script, planted: Planted) => void;

const use = (script: Script, tool: string, input: Fields, content: unknown = 'ok', data?: unknown) =>
  script.result(script.call(tool, input), content, data === undefined ? {} : { toolUseResult: data });

/** A line with a colour in the middle of every word, as some programs print it. */
export const coloured = (text: string) => text.replace(/(\w{6})(\w{6})/g, '$1\u001b[31m$2\u001b[0m');
export const numbered = (text: string) =>
  text
    .split('\n')
    .map((line, at) => `${String(at + 1).padStart(6)}→${line}`)
    .join('\n');
/** Every tenth character as JSON may write it. */
const escapedIn = (text: string) =>
  text.replace(/.{10}/g, (some) => `${some.slice(0, 9)}\\u${some.charCodeAt(9).toString(16).padStart(4, '0')}`);
const inMarkdown = (text: string) => text.replace(/[-_]/g, '\\$&');
const patch = (text: string, mark: string) => ({
  structuredPatch: [
    { oldStart: 1, oldLines: 0, newStart: 1, newLines: 1, lines: text.split('\n').map((line) => mark + line) },
  ],
});
/** What is called so is mostly an id, a type or a time. */
const idNames =
  'id type uuid parentUuid logicalParentUuid sessionId session_id requestId tool_use_id toolUseID signature timestamp'.split(
    ' ',
  );
const named = (names: readonly string[], plant: (name: string) => Plant): Record<string, Plant> =>
  Object.fromEntries(names.map((name) => [name, plant(name)]));
const titled = (plants: Record<string, Plant>, where: string): Record<string, Plant> =>
  Object.fromEntries(Object.entries(plants).map(([name, plant]) => [`${where} “${name}”`, plant]));

/** Where one session can hold any number of secrets. */
export const places: Readonly<Record<string, Plant>> = {
  'a prompt': (script, { text }) => script.prompt(`Use this: ${text}`),
  'a prompt of blocks': (script, { text }) => script.prompt([{ type: 'text', text }]),
  'a shell line that was typed': (script, { text }) => script.prompt(`<bash-input>${text}</bash-input>`),
  'what a shell line printed': (script, { text }) => script.prompt(`<bash-stdout>${text}</bash-stdout>`),
  'a command': (script, { text }) =>
    script.prompt(`<command-name>/do</command-name><command-args>${text}</command-args>`),
  'a reminder': (script, { text }) => script.prompt(`<system-reminder>${text}</system-reminder>`),
  'an answer': (script, { text }) => script.answer(`Here it is:\n\n\`\`\`\n${text}\n\`\`\`\n`),
  'an answer in bold': (script, { text }) => script.answer(`and **${text}**`),
  'an answer with escapes': (script, { text }) => script.answer(inMarkdown(text)),
  thinking: (script, { text }) => script.model([{ type: 'thinking', thinking: text, signature: 'c2ln' }]),
  'a block of an unknown type': (script, { text }) => script.model([{ type: 'seance', words: text }]),
  ...titled(
    named(
      idNames,
      (name) =>
        (script, { text }) =>
          use(script, 'mcp__vault__put', { [name]: text }),
    ),
    "a tool's input, as",
  ),
  ...titled(
    named(
      idNames,
      (name) =>
        (script, { text }) =>
          use(script, 'mcp__vault__put', { entry: [{ deep: { [name]: [text] } }] }),
    ),
    "deep in a tool's input, as",
  ),
  "a key of a tool's input": (script, { text }) =>
    use(script, 'mcp__vault__put', { [text]: 'here', in: { [text]: 1 } }),
  'arguments in a list': (script, { text }) =>
    use(script, 'mcp__shell__run', { argv: text.split(text.includes('-----') ? '\n' : ' ') }),
  'lines in a list': (script, { text }) => use(script, 'mcp__shell__type', { lines: text.split('\n') }),
  'a command and its description': (script, { text }) =>
    use(script, 'Bash', { command: `echo '${text}'`, description: text }),
  'a file that is written': (script, { text }) =>
    use(script, 'Write', { file_path: '/home/dev/x/.env', content: text }),
  'a file name': (script, { text }) => use(script, 'Write', { file_path: `/home/dev/x/${text}`, content: 'x' }),
  'a path that is read': (script, { text }) => use(script, 'Read', { file_path: `/home/dev/${text}/x` }, 'x'),
  'an edit': (script, { text }) =>
    use(script, 'Edit', { file_path: '/home/dev/x/.env', old_string: text, new_string: '' }),
  'a pattern': (script, { text }) => use(script, 'Grep', { pattern: text, path: text }, text),
  'a task for a subagent': (script, { text }) =>
    use(script, 'Task', { description: text, prompt: text, subagent_type: text }, text, { content: text }),
  'an address': (script, { text }) =>
    use(script, 'WebFetch', { url: `https://x.test/?q=${encodeURI(text)}`, prompt: text }, text, { result: text }),
  'a question': (script, { text }) =>
    use(script, 'AskUserQuestion', { questions: [{ question: text, options: [{ label: text, description: text }] }] }),
  'a plan': (script, { text }) => use(script, 'ExitPlanMode', { plan: text }),
  'a list of tasks': (script, { text }) => use(script, 'TodoWrite', { todos: [{ content: text, status: 'pending' }] }),
  'the name of a tool': (script, { text }) => use(script, text, { of: 'nothing' }),
  'the id of a call': (script, { text }) => script.result(script.call('Bash', { command: 'ls' }, text), 'ok'),
  'a result': (script, { text }) => use(script, 'Bash', { command: 'env' }, text),
  'a result of blocks': (script, { text }) => use(script, 'mcp__vault__get', {}, [{ type: 'text', text }]),
  'a result of an unknown type': (script, { text }) => use(script, 'mcp__vault__get', {}, [{ type: text, id: text }]),
  'a result in colours': (script, { text }) =>
    use(script, 'Bash', { command: 'env' }, coloured(text), { stdout: coloured(text), stderr: text }),
  'a result with numbers': (script, { text }) => use(script, 'Read', { file_path: '/home/dev/x/.env' }, numbered(text)),
  'JSON in a result': (script, { text }) => use(script, 'mcp__vault__get', {}, JSON.stringify({ id: text })),
  'escapes in a result': (script, { text }) => use(script, 'mcp__vault__get', {}, `{"id":"${escapedIn(text)}"}`),
  'JSON in JSON in a result': (script, { text }) =>
    use(script, 'mcp__vault__get', {}, JSON.stringify({ id: JSON.stringify({ type: text }) })),
  'what the client kept of a result': (script, { text }) =>
    use(script, 'Bash', { command: 'env' }, 'ok', { stdout: text, stderr: text, id: text, type: text }),
  'lines that a patch adds': (script, { text }) =>
    use(script, 'Edit', { file_path: 'a', old_string: '', new_string: 'x' }, 'ok', patch(text, '+')),
  'lines that a patch removes': (script, { text }) =>
    use(script, 'Edit', { file_path: 'a', old_string: 'x', new_string: '' }, 'ok', patch(text, '-')),
  'a patch in a result': (script, { text }) =>
    use(script, 'Bash', { command: 'git diff' }, `diff --git a/x b/x\n@@ -1 +0,0 @@\n${text.replace(/^/gm, '-')}\n`),
  'a file before it was changed': (script, { text }) =>
    use(script, 'Edit', { file_path: 'a', old_string: '', new_string: 'x' }, 'ok', { originalFile: text }),
  'a file that was attached': (script, { text }) =>
    script.attachment('file', { filename: text, content: { file: { filePath: text, content: text } } }),
  'the type of an attachment': (script, { text }) => script.attachment(text, { words: 'nothing' }),
  ...titled(
    named(
      idNames.filter((name) => name !== 'type'),
      (name) =>
        (script, { text }) =>
          script.attachment('seance', { [name]: text, deep: [{ [name]: text }] }),
    ),
    'an attachment, as',
  ),
  'a hook': (script, { text }) =>
    script.attachment('hook_success', {
      hookName: text,
      hookEvent: text,
      command: text,
      stdout: text,
      toolUseID: text,
    }),
  'a queued command': (script, { text }) =>
    script.attachment('queued_command', { prompt: text, commandMode: 'prompt' }),
  'a queue': (script, { text }) => script.flat('queue-operation', { operation: 'enqueue', content: text }),
  'a note of the system': (script, { text }) => script.system('informational', { content: text, level: text }),
  'the subtype of a note': (script, { text }) => script.system(text, { content: 'nothing' }),
  'a failure': (script, { text }) =>
    script.system('api_error', { error: { status: 500, message: text, requestID: text }, retryAttempt: 1 }),
  'the name of a model': (script, { text }) =>
    script.chain('assistant', {
      message: { id: 'msg_1', model: text, role: 'assistant', content: [{ type: 'text', text: 'x' }], usage: {} },
    }),
  'a folder': (script, { text }) => script.prompt('x', { cwd: `/home/dev/${text}` }),
  'a branch': (script, { text }) => script.prompt('x', { gitBranch: text }),
  'a version': (script, { text }) => script.prompt('x', { version: text }),
  'the address of a pull request': (script, { text }) =>
    script.flat('pr-link', { prUrl: `https://x.test/${text}`, prNumber: 1, prRepository: text }),
  ...titled(
    named(
      idNames.filter((name) => name !== 'type'),
      (name) =>
        (script, { text }) =>
          script.chain('seance', { words: 'x', [name]: text, deep: { list: [{ [name]: text }] } }),
    ),
    'a record of an unknown type, as',
  ),
  'a type of record': (script, { text }) => script.chain(text, { words: 'nothing' }),
  'a key of a record': (script, { text }) => script.chain('seance', { deep: { [text]: text } }),
  'ids of a prompt': (script, { text }) => script.prompt('x', { requestId: text, promptId: text, parentUuid: text }),
  'the id of a message': (script, { text }) =>
    script.chain('assistant', { requestId: text, message: { id: text, role: 'assistant', content: 'x' } }),
};

/** Where a session holds one only. */
export const titles: Readonly<Record<string, Plant>> = {
  'a title somebody gave': (script, { text }) => script.flat('custom-title', { customTitle: text }),
  'a title Claude gave': (script, { text }) => script.flat('ai-title', { aiTitle: text }),
  'a summary': (script, { text }) => script.flat('summary', { summary: text, leafUuid: text }),
  'the last prompt': (script, { text }) => script.flat('last-prompt', { lastPrompt: text }),
  'a tag': (script, { text }) => script.flat('tag', { tag: text }),
};
