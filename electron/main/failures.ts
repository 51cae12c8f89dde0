import { app, dialog } from 'electron';
import { toWire } from '../../shared/errors.ts';

/** A bug here must neither end the app nor pile up dialogs: it is told to whoever started us. */
export function logErrors(): void {
  // A terminal that was closed makes each further word an error of its own.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  process.on('uncaughtException', (error) => console.error('Turnstone met an unexpected error:', error));
  process.on('unhandledRejection', (reason) => console.error('Turnstone met an unexpected error:', reason));
}

/** `npm start` knows by the first word that this is our own answer and not an Electron that cannot run. */
export async function refuseToStart(error: unknown): Promise<void> {
  const { code, message } = toWire(error);
  console.error(`Turnstone: ${message}`);
  if (code === 'internal') console.error(error);
  await app.whenReady();
  dialog.showErrorBox('Turnstone cannot start', message);
  app.exit(1);
}
