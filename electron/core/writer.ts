import { runThread } from './threads/frame.ts';
import { writerPart } from './writer-part.ts';

runThread(writerPart);
