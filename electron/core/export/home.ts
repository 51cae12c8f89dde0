const posix = /^(?:\/(?:home|Users|export\/home|var\/home)\/[^/]+|\/root(?=\/|$))/;
/** As Windows writes it, and as WSL, Git and Cygwin do. */
const windows = /^(?:([A-Za-z]):|\/(?:mnt\/|cygdrive\/)?([A-Za-z]))[\\/]Users[\\/][^\\/]+/i;
const nobodys = /[\\/](Shared|Public)$/i;

/** The home folders that paths are in. */
export function homesIn(paths: readonly string[]): string[] {
  const homes = paths.flatMap((path) => (posix.exec(path) ?? windows.exec(path))?.[0] ?? []);
  return [...new Set(homes)].filter((home) => !nobodys.test(home));
}

/** Writes ~ for these folders, in every way that a transcript writes a path; null where there are none. */
export function hiderOf(homes: readonly string[]): ((text: string) => string) | null {
  if (homes.length === 0) return null;
  // The name must end there: /home/ann is not the home of /home/anna, nor that of /home/ann-old.
  const path = new RegExp(`(?:${homes.flatMap(waysToWrite).join('|')})(?![\\w-]|\\.\\w)`, 'gi');
  const folder = new RegExp(
    `(?<![A-Za-z0-9])(?:${homes.map((home) => escaped(asFolderName(home))).join('|')})(?![A-Za-z0-9])`,
    'gi',
  );
  return (text) => text.replace(path, '~').replace(folder, '-~');
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
/** Also as in JSON and as in an address. */
const slash = '(?:\\\\?/|%2F)';
const backslash = '(?:\\\\{1,4}|\\\\?/|%5C|%2F)';

function waysToWrite(home: string): string[] {
  const drive = windows.exec(home);
  const letter = drive?.[1] ?? drive?.[2];
  if (letter === undefined) return [home.split('/').map(escaped).join(slash)];
  const name = escaped(home.split(/[\\/]/).at(-1) ?? '');
  return [`${letter}(?::|%3A)${backslash}Users${backslash}${name}`, `/(?:mnt/|cygdrive/)?${letter}/Users/${name}`];
}

/** As Claude Code names its project folders: every other character a dash. */
export const asFolderName = (path: string) => path.replace(/[^A-Za-z0-9]/g, '-');
