import { join } from 'node:path';
import { readJson } from '../ingest/agent-note.ts';
import { asObject } from '../ingest/parse.ts';

const defaultDays = 30;

/** After how many days Claude Code deletes transcripts, as its settings say. */
export function cleanupOf(claudeDir: string): { cleanupDays: number; cleanupSet: boolean } {
  const days = ['settings.local.json', 'settings.json']
    .map((name) => asObject(readJson(join(claudeDir, name)))['cleanupPeriodDays'])
    .find((value) => typeof value === 'number' && Number.isInteger(value) && value >= 0);
  return { cleanupDays: (days as number | undefined) ?? defaultDays, cleanupSet: days !== undefined };
}
