import { homedir } from 'node:os';
import { join } from 'node:path';

const appName = 'Turnstone';

/** Where Electron would put an app of this name, computed without Electron so that the terminal agrees with the window. */
export function defaultDataDir(): string {
  const home = homedir();
  if (process.platform === 'darwin') return join(home, 'Library', 'Application Support', appName);
  if (process.platform === 'win32') return join(process.env['APPDATA'] ?? join(home, 'AppData', 'Roaming'), appName);
  return join(process.env['XDG_CONFIG_HOME'] || join(home, '.config'), appName);
}

export function defaultClaudeDir(): string {
  return (process.env['CLAUDE_CONFIG_DIR'] || join(homedir(), '.claude')).normalize('NFC');
}
