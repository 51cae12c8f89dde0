import { join } from 'node:path';
import { readJson } from '../ingest/agent-note.ts';
import { asObject } from '../ingest/parse.ts';

const defaultDays = 30;

/** Whichever says it first counts. */
const settingsFiles = ['settings.local.json', 'settings.json'];

function daysIn(claudeDir: string, name: string): number | undefined {
  const value = asObject(readJson(join(claudeDir, name)))['cleanupPeriodDays'];
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
}

/** After how many days Claude Code deletes transcripts, as its settings say. */
export function cleanupOf(claudeDir: string): { cleanupDays: number; cleanupSet: boolean } {
  const days = settingsFiles.map((name) => daysIn(claudeDir, name)).find((value) => value !== undefined);
  return { cleanupDays: days ?? defaultDays, cleanupSet: days !== undefined };
}

/** The file in which to change that. */
export function cleanupFile(claudeDir: string): string {
  const name = settingsFiles.find((one) => daysIn(claudeDir, one) !== undefined) ?? 'settings.json';
  return join(claudeDir, name);
}
