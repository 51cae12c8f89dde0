/** What this window remembers by itself. Where storage is switched off it forgets, and nothing else changes. */
const prefix = 'turnstone.';

export function remembered(key: string): string | null {
  try {
    return localStorage.getItem(prefix + key);
  } catch {
    return null;
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(prefix + key, value);
  } catch {
    // forgotten
  }
}
