import { Worker } from 'node:worker_threads';
import type { ScanPlan } from './places.ts';
import type { Stretch } from './scan-file.ts';

export interface ScannerData {
  readonly dataDir: string;
  readonly roots: readonly string[];
  readonly key: Uint8Array;
  /** Files that brought the thread down. */
  readonly without: readonly string[];
}

export type FromScanner =
  | ({ readonly kind: 'plan' } & Omit<ScanPlan, 'due'>)
  | { readonly kind: 'begin'; readonly path: string }
  | { readonly kind: 'stretch'; readonly stretch: Stretch }
  | { readonly kind: 'end' };

/** A stretch that takes longer is one that a rule does not come back from. */
const patience = 60_000;

/**
 * What the scanner's thread says, one thing after the other, the next only once this one was dealt with. Where the
 * thread goes down over a file, another one goes on without that, and `failed` is told.
 */
export async function* scanBeside(
  file: string,
  data: Omit<ScannerData, 'without'>,
  failed: (path: string, reason: string) => void,
): AsyncGenerator<FromScanner> {
  const without: string[] = [];
  for (;;) {
    const worker = new Worker(file, {
      name: 'turnstone-scanner',
      workerData: { ...data, without } satisfies ScannerData,
      resourceLimits: { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 16 },
    });
    let reading: string | undefined;
    try {
      for await (const message of messagesOf(worker)) {
        if (message.kind === 'end') return;
        if (message.kind === 'begin') reading = message.path;
        yield message;
      }
    } catch (error) {
      if (reading === undefined) throw error;
      without.push(reading);
      failed(reading, error instanceof Error ? error.message : String(error));
    } finally {
      await worker.terminate();
    }
  }
}

async function* messagesOf(worker: Worker): AsyncGenerator<FromScanner> {
  const waiting: FromScanner[] = [];
  let failure: Error | undefined;
  let wake: () => void = () => undefined;
  worker.on('message', (message: FromScanner) => (waiting.push(message), wake()));
  worker.on('error', (error) => ((failure = error instanceof Error ? error : new Error(String(error))), wake()));
  worker.on('exit', () => ((failure ??= new Error('its thread ended')), wake()));
  for (;;) {
    const timer = setTimeout(() => ((failure = new Error('it takes too long')), wake()), patience);
    while (waiting.length === 0 && !failure) await new Promise<void>((resolve) => (wake = resolve));
    clearTimeout(timer);
    const message = waiting.shift();
    if (!message) throw failure ?? new Error('its thread ended');
    yield message;
    worker.postMessage('more');
  }
}
