import { describe, expect, test, vi } from 'vitest';
import { isRequest } from '../../../shared/channel.ts';
import { connect } from '../../../shared/client.ts';
import { AppError } from '../../../shared/errors.ts';
import { markEnd, markStart, pieces, unmarked } from '../../../shared/marks.ts';
import { pair } from '../../../shared/pair.ts';
import { answer } from '../../../shared/server.ts';
import * as v from 'valibot';
import { settingsSchema, type Settings } from '../../../shared/schemas.ts';

describe('a call', () => {
  test('that was cancelled drops its late reply', async () => {
    const [near, far] = pair();
    let reply: (settings: Settings) => void = () => undefined;
    const aborted = vi.fn();
    answer(far, {
      'settings.get': (_, { signal }) => {
        signal.addEventListener('abort', aborted);
        return new Promise<Settings>((resolve) => (reply = resolve));
      },
    });
    const client = connect(near);
    const stop = new AbortController();
    const call = client.call('settings.get', {}, { signal: stop.signal });
    await vi.waitFor(() => reply(v.parse(settingsSchema, { theme: 'dark' })));
    stop.abort();
    await expect(call).rejects.toMatchObject({ code: 'cancelled' });
    await vi.waitFor(() => expect(aborted).toHaveBeenCalledOnce());
  });

  test('in flight when the other end goes away fails with the reason', async () => {
    const [near, far] = pair();
    answer(far, { 'settings.get': () => new Promise<Settings>(() => undefined) });
    const client = connect(near);
    const call = client.call('settings.get', {});
    far.close();
    await expect(call).rejects.toMatchObject({ code: 'unavailable' });
    await expect(client.call('settings.get', {})).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('whose handler throws something odd still gets a sentence', async () => {
    const [near, far] = pair();
    answer(far, {
      'settings.get': () => {
        throw new TypeError('x is not a function');
      },
      'projects.list': () => {
        throw new AppError('io', 'The disk is full.', { free: 0 });
      },
    });
    const client = connect(near);
    await expect(client.call('settings.get', {})).rejects.toMatchObject({
      code: 'internal',
      message: 'x is not a function',
    });
    await expect(client.call('projects.list', {})).rejects.toMatchObject({ code: 'io', details: { free: 0 } });
  });
});

test.each([null, 7, 'call', [], {}, { t: 'call' }, { t: 'call', id: 'x', method: 'm' }, { t: 'result', id: 1 }])(
  '%j is no request',
  (value) => expect(isRequest(value)).toBe(false),
);

test('marks become pieces and can be taken off', () => {
  const snippet = `a ${markStart}b${markEnd} c ${markStart}d${markEnd}`;
  expect(pieces(snippet)).toEqual([
    { text: 'a ', match: false },
    { text: 'b', match: true },
    { text: ' c ', match: false },
    { text: 'd', match: true },
  ]);
  expect(unmarked(snippet)).toBe('a b c d');
});
