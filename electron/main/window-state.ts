import { readFileSync, writeFileSync } from 'node:fs';
import { screen, type BrowserWindow, type Rectangle } from 'electron';
import * as v from 'valibot';
import { windowStateFile } from './folders.ts';

const pixels = v.pipe(v.number(), v.integer(), v.minValue(-100_000), v.maxValue(100_000));
const stateSchema = v.object({ x: pixels, y: pixels, width: pixels, height: pixels, maximised: v.boolean() });

export interface WindowState {
  readonly width: number;
  readonly height: number;
  /** Absent: in the middle of the screen. */
  readonly x?: number;
  readonly y?: number;
  readonly maximised: boolean;
}

const usual: WindowState = { width: 1280, height: 800, maximised: false };
const graspable = 80; // so much of the window must be on some screen, or nobody can drag it back

export function loadWindowState(): WindowState {
  const kept = readState();
  if (!kept) return usual;
  const { workArea } = screen.getDisplayMatching(kept);
  const overlap = intersection(kept, workArea);
  const width = Math.min(kept.width, workArea.width);
  const height = Math.min(kept.height, workArea.height);
  if (overlap.width < graspable || overlap.height < graspable) return { width, height, maximised: kept.maximised };
  return { x: kept.x, y: kept.y, width, height, maximised: kept.maximised };
}

export function saveWindowState(window: BrowserWindow): void {
  const state = { ...window.getNormalBounds(), maximised: window.isMaximized() };
  try {
    writeFileSync(windowStateFile(), JSON.stringify(state));
  } catch (error) {
    console.error('The place of the window could not be kept:', error);
  }
}

/** A file that is missing, damaged or not ours means the usual window. */
function readState(): v.InferOutput<typeof stateSchema> | undefined {
  try {
    const result = v.safeParse(stateSchema, JSON.parse(readFileSync(windowStateFile(), 'utf8')));
    return result.success ? result.output : undefined;
  } catch {
    return undefined;
  }
}

function intersection(a: Rectangle, b: Rectangle): { width: number; height: number } {
  return {
    width: Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x),
    height: Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y),
  };
}
