import { describe, expect, it } from 'vitest';
import { fileKind, secretRows, type Places } from '../../../../renderer/lib/secret-rows.ts';
import type { Finding, Secret } from '../../../../shared/secrets.ts';

const secret = (fingerprint: string, provider: string) => ({ fingerprint, provider }) as Secret;
const findings = (count: number) => Array.from({ length: count }, () => ({}) as Finding);
const places = (known: number, total: number, more: Partial<Places> = {}): Places => ({
  ...{ findings: findings(known), total, busy: false, error: null },
  ...more,
});
const brief = (unfolded: ReadonlyMap<string, Places> = new Map()) =>
  secretRows([secret('1', 'GitHub'), secret('2', 'AWS'), secret('3', 'GitHub')], unfolded).map(({ kind }) => kind);

describe('the rows of the secrets', () => {
  it('keep the values of a provider together', () => {
    expect(brief()).toEqual(['provider', 'secret', 'secret', 'provider', 'secret']);
  });

  it('show the places of a value that is unfolded, and that there are more', () => {
    expect(brief(new Map([['2', places(2, 5)]])).slice(3)).toEqual(['provider', 'secret', 'place', 'place', 'more']);
    expect(brief(new Map([['2', places(2, 2)]])).slice(3)).toEqual(['provider', 'secret', 'place', 'place']);
    expect(brief(new Map([['2', places(0, 0, { busy: true })]])).slice(3)).toEqual(['provider', 'secret', 'more']);
  });

  it('have keys of their own', () => {
    const rows = secretRows([secret('1', 'A'), secret('2', 'A')], new Map([['1', places(3, 3)]]));
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
  });

  it('name the kind of file', () => {
    expect(fileKind('/c/projects/p/1f0c.jsonl')).toBe('transcript');
    expect(fileKind('/c/projects/p/1f0c/subagents/agent-1.jsonl')).toBe('subagent');
    expect(fileKind('/c/projects/p/agent-1.jsonl')).toBe('subagent');
    expect(fileKind('/c/projects/p/1f0c/tool-results/x.txt')).toBe('tool result');
    expect(fileKind('C:\\c\\paste-cache\\0a.txt')).toBe('pasted text');
    expect(fileKind('/c/history.jsonl')).toBe('prompt history');
    expect(fileKind('/c/else/where.bin')).toBe('where.bin');
  });
});
