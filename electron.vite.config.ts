import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'electron-vite';

// Everything is bundled except what must stay a file of its own: Electron itself and the native SQLite module.
const external = ['electron', 'better-sqlite3', /^node:/];

export default defineConfig({
  main: {
    build: {
      externalizeDeps: false,
      rolldownOptions: {
        external,
        // One entry per process or thread; each becomes a stable file that `new Worker` or a launcher can name.
        input: {
          main: 'electron/main/main.ts',
          writer: 'electron/core/writer.ts',
          reader: 'electron/core/reader.ts',
          parser: 'electron/core/ingest/parser.ts',
          searcher: 'electron/core/search/searcher.ts',
          scanner: 'electron/core/secrets/scan/scanner.ts',
          cli: 'electron/cli/cli.ts',
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name].js' },
      },
    },
  },
  preload: {
    build: {
      externalizeDeps: false,
      rolldownOptions: {
        external,
        input: { preload: 'electron/preload/preload.ts' },
        // A sandboxed preload must be CommonJS.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'renderer',
    build: { rolldownOptions: { input: 'renderer/index.html' } },
    plugins: [svelte()],
  },
});
