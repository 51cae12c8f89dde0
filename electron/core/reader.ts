import { setImmediate } from 'node:timers/promises';
import { readerPart } from './reader-part.ts';
import { runThread } from './threads/frame.ts';

// Waiting a turn lets the cancellation of an older keystroke overtake it: SQLite cannot be interrupted once it runs.
runThread(readerPart, () => setImmediate());
