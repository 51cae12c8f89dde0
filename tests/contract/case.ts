import assert from 'node:assert/strict';
import * as v from 'valibot';
import type { Client } from '../../shared/client.ts';
import { methods, type Input, type Method, type Output } from '../../shared/contract.ts';
import { AppError, errorCodes } from '../../shared/errors.ts';

export interface Case {
  readonly name: string;
  run(client: Client): Promise<void>;
}

/** Calls a method and holds the answer against the contract. */
export async function ask<M extends Method>(client: Client, method: M, input: Input<M>): Promise<Output<M>> {
  const output = await client.call(method, input);
  const checked = v.safeParse(methods[method].output, output);
  assert.ok(checked.success, `${method}: ${checked.issues?.[0]?.message ?? ''}`);
  assert.deepEqual(JSON.parse(JSON.stringify(output)), output, `${method} answers in JSON`);
  return output;
}

export async function fails(call: Promise<unknown>, code: string, says: RegExp): Promise<void> {
  await assert.rejects(call, (error: unknown) => {
    assert.ok(error instanceof AppError);
    assert.equal(error.code, code);
    assert.match(error.message, says);
    assert.ok((errorCodes as readonly string[]).includes(error.code));
    return true;
  });
}
