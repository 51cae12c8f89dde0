import { createInterface } from 'node:readline/promises';
import { harmless } from './terminal.ts';

/** Whether somebody is there to be asked. */
export const isAnswered = () => process.stdin.isTTY && process.stderr.isTTY;

/** Asks for a number that cannot be typed without having been read. */
export async function confirm(question: string, number: number): Promise<boolean> {
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await asking.question(`${harmless(question)} Type ${number} to go on: `);
    return answer.trim() === String(number);
  } finally {
    asking.close();
  }
}
