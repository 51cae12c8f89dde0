import { join } from 'node:path';
import { app, BrowserWindow, dialog, shell, type SaveDialogOptions } from 'electron';
import type { Client } from '../../shared/client.ts';
import { AppError } from '../../shared/errors.ts';
import type { ExportFormat } from '../../shared/export.ts';
import type { Api } from '../../shared/server.ts';
import { writeWhole } from '../core/export/files.ts';
import { writeExport, type Target } from '../core/export/write.ts';
import { paper } from './paper.ts';

const kinds: Record<ExportFormat | 'pdf', string> = { md: 'Markdown', html: 'Web page', json: 'JSON', pdf: 'PDF' };

/** Exports to where the person says; the page never names a path of its own. */
export function exportNative(ask: Client['call']): Api<'native.export' | 'native.saveLibrary' | 'native.revealExport'> {
  const written = new Set<string>();
  return {
    async 'native.export'({ pdf, ...wanted }, context) {
      const job = pdf ? { ...wanted, format: 'html' as const, options: { ...wanted.options, unfolded: true } } : wanted;
      const { documents } = await ask('export.plan', job, context);
      // A name is a title, which may hold what only the rest of a session tells to be a secret.
      const look = documents === 1 && job.options?.redactSecrets !== false;
      const { name } = await ask('export.plan', { ...job, look }, context);
      const target = await askFor(documents, name, pdf ? 'pdf' : job.format);
      if (!target) return { files: null, redacted: 0 };
      // The dialog has asked whether a file may be replaced; in a folder nothing is.
      const existing = 'file' in target ? 'replace' : 'keep';
      const conversion = pdf ? { conversion: paper } : {};
      const { files, redacted } = await writeExport(ask, job, target, { ...context, existing, ...conversion });
      for (const file of files) written.add(file);
      return { files, redacted };
    },
    async 'native.saveLibrary'() {
      const { json, name } = await ask('library.export', {});
      const file = await askForFile(name.replace(/\.json$/, ''), 'json');
      if (file === null) return { file };
      await writeWhole(file, [json], { force: true });
      written.add(file);
      return { file };
    },
    'native.revealExport'({ path }) {
      if (!written.has(path)) throw new AppError('not_found', 'This is not a file that was exported just now.');
      shell.showItemInFolder(path);
      return {};
    },
  };
}

async function askFor(documents: number, name: string, ending: keyof typeof kinds): Promise<Target | null> {
  if (documents > 1) return askForFolder();
  const file = await askForFile(name, ending);
  return file === null ? null : { file };
}

async function askForFile(name: string, ending: keyof typeof kinds): Promise<string | null> {
  const options: SaveDialogOptions = {
    defaultPath: join(app.getPath('documents'), `${name}.${ending}`),
    filters: [{ name: kinds[ending], extensions: [ending] }],
    properties: ['createDirectory', 'showOverwriteConfirmation'],
  };
  const window = BrowserWindow.getFocusedWindow();
  const { canceled, filePath } = await (window
    ? dialog.showSaveDialog(window, options)
    : dialog.showSaveDialog(options));
  return canceled || filePath === '' ? null : filePath;
}

async function askForFolder(): Promise<Target | null> {
  const options = { buttonLabel: 'Export here', properties: ['openDirectory' as const, 'createDirectory' as const] };
  const window = BrowserWindow.getFocusedWindow();
  const { canceled, filePaths } = await (window
    ? dialog.showOpenDialog(window, options)
    : dialog.showOpenDialog(options));
  const [folder] = filePaths;
  return canceled || folder === undefined ? null : { folder };
}
