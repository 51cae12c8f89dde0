import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { serve } from '../../serve/serve.ts';
import { wholeNumber, type Command } from '../command.ts';
import { pageFolder } from '../places.ts';
import { printJson, printLine } from '../terminal.ts';

export const serveCommand: Command = {
  usage: '[--port N] [--no-open]',
  summary: 'Serve the app to a browser on this machine',
  options: { port: { type: 'string' }, open: { type: 'boolean', default: true } },
  args: [0, 0],
  follow: true,
  async run({ host, json, options }) {
    // Listened for before the address is printed: whoever reads it may already press Ctrl-C.
    const ended = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
    const serving = await serve(host, pageFolder, wholeNumber(options, 'port', 0, 65535));
    if (json) printJson({ address: serving.address });
    else printLine(`Turnstone is at ${serving.address}\nCtrl-C ends it.`);
    if (options['open'] === true) openBrowser(serving.address);
    await ended;
    await serving.close();
  },
};

/** As the desktop would; where there is none, the printed address has to do. */
function openBrowser(address: string): void {
  const [program, ...args] =
    process.platform === 'darwin' ? ['open'] : process.platform === 'win32' ? ['cmd', '/c', 'start', ''] : ['xdg-open'];
  const child = spawn(program ?? '', [...args, address], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}
