// What tools are asked and what they answer. A result is in a transcript twice: as the block that the model sees, and
// as `toolUseResult` with the same text and often the whole file besides.
import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';

const numbered = (lines, from) => lines.map((line, at) => `${from + at}\t${line}`).join('\n');

function many(count, make) {
  let text = make();
  for (let left = count - 1; left > 0; left -= 1) text += `\n${make()}`;
  return text;
}

/** The files that a session works on. They are read and changed again and again, as in life. */
export function workspace(random, text, cwd) {
  const file = () => ({
    path: `${cwd}/${text.path()}`,
    lines: Array.from({ length: Math.ceil(Math.min(900, random.heavy(90, 0.9))) }, text.code),
  });
  const files = Array.from({ length: random.between(3, 7) }, file);
  return {
    any: () => {
      if (random.chance(0.06)) files[random.below(files.length)] = file();
      return random.pickEarly(files);
    },
  };
}

function bash({ random, text }) {
  const commands = [
    () => `npm test -- ${text.path()}`,
    () => `git diff --stat HEAD~${random.below(9)} && git log --oneline -${random.below(30)}`,
    () => `go test ./${text.path()} -run ${text.name()} 2>&1 | tail -${random.below(80)}`,
    () => `rg -n '${text.name()}' ${text.path()} | head -${random.below(50)}`,
    () => `cat ${text.path()} | jq '.${text.name()}'`,
    () => `curl -s localhost:${3000 + random.below(6000)}/api/${text.word()} | head`,
  ];
  const stdout = many(Math.ceil(Math.min(700, random.heavy(8, 1.25))), text.terminal);
  return {
    name: 'Bash',
    input: { command: random.pick(commands)(), description: text.prose(30) },
    content: stdout,
    result: { stdout, stderr: '', interrupted: false, isImage: false, noOutputExpected: false },
  };
}

function read({ random, files }) {
  const { path, lines } = files.any();
  const count = Math.ceil(Math.min(lines.length, random.heavy(50, 0.7)));
  const from = random.below(lines.length - count + 1);
  const shown = lines.slice(from, from + count);
  const part = { content: shown.join('\n'), numLines: count, startLine: from + 1, totalLines: lines.length };
  return {
    name: 'Read',
    input: count < lines.length ? { file_path: path, offset: from + 1, limit: count } : { file_path: path },
    content: numbered(shown, from + 1),
    result: { type: 'text', file: { filePath: path, ...part } },
  };
}

function edit({ random, text, files }) {
  const { path, lines } = files.any();
  const count = Math.min(lines.length, random.between(1, 5));
  const from = random.below(lines.length - count + 1);
  const before = lines.slice(from, from + count);
  const after = before.map((line) => (random.chance(0.7) ? text.code() : line));
  const [oldString, newString] = [before.join('\n'), after.join('\n')];
  const originalFile = random.chance(0.75) ? lines.join('\n') : null;
  lines.splice(from, count, ...after);
  const changes = [...before.map((line) => `-${line}`), ...after.map((line) => `+${line}`)];
  const patch = { oldStart: from + 1, oldLines: count, newStart: from + 1, newLines: count, lines: changes };
  const snippet = `\nHere's the result of running \`cat -n\` on a snippet of the edited file:\n${numbered(after, from + 1)}`;
  return {
    name: 'Edit',
    input: { file_path: path, old_string: oldString, new_string: newString, replace_all: false },
    content: `The file ${path} has been updated successfully.${random.chance(0.5) ? snippet : ''}`,
    result: {
      ...{ filePath: path, oldString, newString, originalFile },
      ...{ structuredPatch: [patch], userModified: false, replaceAll: false },
    },
  };
}

function write({ files }) {
  const { path, lines } = files.any();
  const content = lines.slice(0, 30).join('\n');
  return {
    name: 'Write',
    input: { file_path: path, content },
    content: `File created successfully at: ${path}`,
    result: { type: 'create', filePath: path, content, structuredPatch: [], originalFile: null },
  };
}

function grep({ random, text }) {
  const filenames = Array.from({ length: random.between(1, 25) }, text.path);
  const head = `Found ${filenames.length} files`;
  return {
    name: 'Grep',
    input: { pattern: text.name(), path: 'src', output_mode: 'files_with_matches' },
    content: `${head}\n${filenames.join('\n')}`,
    result: { mode: 'files_with_matches', filenames, numFiles: filenames.length },
  };
}

function todo({ random, text }) {
  const todos = Array.from({ length: random.between(2, 6) }, (_, at) => {
    const content = text.prose(30);
    return { content, status: at === 0 ? 'in_progress' : 'pending', activeForm: content };
  });
  const content = 'Todos have been modified successfully. Ensure that you continue to use the todo list.';
  return { name: 'TodoWrite', input: { todos }, content, result: { oldTodos: todos.slice(1), newTodos: todos } };
}

function fetched({ random, text }) {
  const [url, result] = [`https://docs.example.com/${text.word()}/${text.name()}`, text.prose(random.heavy(1500, 0.6))];
  return {
    name: 'WebFetch',
    input: { url, prompt: text.prose(60) },
    content: result,
    result: { bytes: result.length * 9, code: 200, codeText: 'OK', result, durationMs: random.below(9000), url },
  };
}

const shares = [
  [bash, 40],
  [read, 22],
  [edit, 18],
  [grep, 7],
  [todo, 6],
  [write, 5],
  [fetched, 2],
];
const byShare = shares.flatMap(([tool, share]) => Array(share).fill(tool));

/** Output that is too long for a transcript goes to a file beside it. */
export function spill(use, path) {
  const output = `${use.content}\n`.repeat(Math.ceil(60_000 / use.content.length));
  writeFileSync(path, output);
  const saved = `/home/dev/.claude/tool-results/${basename(path)}`;
  const head = `Output too large (${(output.length / 1024).toFixed(1)}KB). Full output saved to: ${saved}`;
  const content = `<persisted-output>\n${head}\n\nPreview (first 2KB):\n${output.slice(0, 2000)}\n</persisted-output>`;
  const persisted = { persistedOutputPath: saved, persistedOutputSize: output.length };
  return { ...use, content, result: { ...use.result, stdout: output.slice(0, 30_000), ...persisted } };
}

export const useTool = (setting) => setting.random.pick(byShare)(setting);
