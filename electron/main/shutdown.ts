import { setTimeout as pause } from 'node:timers/promises';
import { app } from 'electron';
import type { Host } from '../core/host.ts';

const patience = 3_000;

/** The threads finish what they are writing before the process ends, but nobody waits for them for ever. */
export function stopBeforeQuit(host: Host): void {
  app.once('will-quit', (event) => {
    event.preventDefault();
    const stopping = host.stop().catch((error: unknown) => console.error('Stopping failed:', error));
    void Promise.race([stopping, pause(patience)]).then(() => app.exit(0));
  });
}
