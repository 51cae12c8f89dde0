/** Puts text on the clipboard, by the old way where the new one is refused. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copyBySelection(text);
  }
}

function copyBySelection(text: string): void {
  const field = document.createElement('textarea');
  const focused = document.activeElement;
  field.value = text;
  field.className = 'unseen';
  document.body.append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  if (!done) throw new Error('The clipboard refused it.');
}

const plainPath = /^[\w@%+=:,./-]+$/;
const windowsPath = /^[a-z]:[\\/]/i;

/** What a terminal needs to go on with a session where it was. */
export function resumeCommand(folder: string, sessionId: string): string {
  if (windowsPath.test(folder)) return `cd "${folder}"; claude --resume ${sessionId}`;
  const quoted = plainPath.test(folder) ? folder : `'${folder.replaceAll("'", `'\\''`)}'`;
  return `cd ${quoted} && claude --resume ${sessionId}`;
}
