const byExtension: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    bash: 'sh bash zsh bats env',
    c: 'c h',
    cpp: 'cc cpp cxx hpp hh',
    csharp: 'cs',
    css: 'css',
    diff: 'diff patch',
    go: 'go',
    graphql: 'graphql gql',
    ini: 'ini toml cfg conf properties',
    java: 'java',
    javascript: 'js jsx mjs cjs',
    json: 'json jsonl json5 ipynb webmanifest',
    kotlin: 'kt kts',
    less: 'less',
    lua: 'lua',
    makefile: 'mk',
    markdown: 'md markdown mdx',
    objectivec: 'm mm',
    perl: 'pl pm',
    php: 'php',
    python: 'py pyi',
    r: 'r',
    ruby: 'rb rake gemspec',
    rust: 'rs',
    scss: 'scss',
    sql: 'sql',
    swift: 'swift',
    typescript: 'ts tsx mts cts',
    vbnet: 'vb',
    xml: 'xml html htm svg svelte vue astro plist xhtml',
    yaml: 'yml yaml',
  }).flatMap(([language, extensions]) => extensions.split(' ').map((extension) => [extension, language])),
);

const byName: Readonly<Record<string, string>> = { makefile: 'makefile', dockerfile: 'bash', '.bashrc': 'bash' };

/** The language of a file by its name; empty where nobody knows. */
export function languageOf(path: string): string {
  const name = (path.split(/[/\\]/).at(-1) ?? '').toLowerCase();
  return byName[name] ?? byExtension[name.split('.').at(-1) ?? ''] ?? '';
}

/** The language of a fence: "ts", "TypeScript" and "tsx" are one. */
export const languageNamed = (name: string) => byExtension[name.toLowerCase()] ?? name.toLowerCase();
