import type { Client } from '../../../shared/client.ts';
import { AppError } from '../../../shared/errors.ts';
import type { RetentionRule } from '../../../shared/retention.ts';
import { UsageError, type Command, type Invocation } from '../command.ts';
import { choiceOf, conditionOptions } from '../purge-choice.ts';
import { printPreview, printRule, printSweep } from '../retention-report.ts';
import { counted, harmless, printJson, printLine, sized, styled } from '../terminal.ts';

interface Verb {
  readonly usage: string;
  /** How many arguments it takes. */
  readonly args: number;
  /** Flags of its own. */
  readonly options?: readonly string[];
  run(invocation: Invocation): Promise<void>;
}

const verbs: Readonly<Record<string, Verb>> = {
  list: {
    usage: '',
    args: 0,
    async run({ client, json }) {
      const { sweeps } = await client.call('retention.sweeps', {});
      const { rules } = await client.call('retention.rules', {});
      if (json) return printJson({ sweeps, rules });
      for (const sweep of sweeps) printSweep(sweep);
      for (const rule of rules) printRule(rule);
      if (rules.length === 0) printLine(styled('dim', 'No rules of your own.'));
    },
  },
  add: {
    usage: 'NAME [--older-than 90d] [--project DIR] [--larger-than 10MB] [--secrets] [--purge]',
    args: 1,
    options: [...Object.keys(conditionOptions), 'purge'],
    async run({ client, json, args: [name = ''], options }) {
      const { olderThanDays, project, largerThanBytes, withSecrets } = choiceOf({ args: [], options });
      const conditions = { olderThanDays, project, largerThanBytes, withSecrets };
      const verb = options['purge'] === true ? 'purge' : 'trash';
      const rule = await client.call('retention.save', { name, verb, ...conditions });
      tell(rule, json);
      if (!json) printLine(`It is off. \`turnstone retention preview ${rule.id}\` shows what it takes.`);
    },
  },
  preview: {
    usage: 'ID',
    args: 1,
    async run({ client, json, args: [id] }) {
      const plan = await client.call('retention.preview', { id: idOf(id) });
      if (json) return printJson(plan);
      printPreview(plan);
      const { enabled } = await ruleNamed(client, id);
      if (!enabled) printLine(`To let it run daily: turnstone retention enable ${id} --consent ${plan.consent}`);
    },
  },
  enable: {
    usage: 'ID --consent TEXT',
    args: 1,
    options: ['consent'],
    async run({ client, json, args: [id], options: { consent } }) {
      const { name } = await ruleNamed(client, id);
      if (typeof consent !== 'string') {
        const look = `Look at what it takes first: \`turnstone retention preview ${id}\` ends in the consent to give.`;
        throw new AppError('refused', `Nothing was done. ${look}`);
      }
      tell(await client.call('retention.save', { id: idOf(id), name, enabled: true, consent }), json);
    },
  },
  disable: {
    usage: 'ID',
    args: 1,
    async run({ client, json, args: [id] }) {
      const { name } = await ruleNamed(client, id);
      tell(await client.call('retention.save', { id: idOf(id), name, enabled: false }), json);
    },
  },
  run: {
    usage: 'ID --yes',
    args: 1,
    options: ['yes'],
    async run({ client, json, args: [given], options }) {
      const id = idOf(given);
      const plan = await client.call('retention.preview', { id });
      if (options['yes'] !== true) {
        if (!json) printPreview(plan);
        throw new AppError('refused', 'Nothing was done. Look at what the rule takes, then say --yes.');
      }
      const receipt = await client.call('retention.run', { id, token: plan.token });
      if (!receipt.done) process.exitCode = 1;
      if (json) return printJson(receipt);
      printLine(`${counted(receipt.sessions.length, 'session')}, ${sized(receipt.bytes)}, receipt ${receipt.id}`);
      for (const left of receipt.remaining) printLine(harmless(left));
    },
  },
  remove: {
    usage: 'ID',
    args: 1,
    async run({ client, json, args: [id] }) {
      const rule = await ruleNamed(client, id);
      await client.call('retention.remove', { id: rule.id });
      if (json) return printJson(rule);
      printLine(`Removed ${harmless(rule.name)}.`);
    },
  },
};

const usageOf = (name: string) => `turnstone retention ${name} ${verbs[name]?.usage ?? ''}`.trim();

export const retention: Command = {
  usage: `${Object.keys(verbs).join('|')} …`,
  summary: 'Show what Claude Code is about to delete; rules of your own that run daily',
  details: Object.keys(verbs).map(usageOf).join('\n'),
  options: {
    ...conditionOptions,
    purge: { type: 'boolean' },
    consent: { type: 'string' },
    yes: { type: 'boolean' },
  },
  args: [0, 2],
  refresh: true,
  async run({ args: [name = 'list', ...args], options, ...rest }) {
    const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
    if (!verb) throw new UsageError(`retention takes one of ${Object.keys(verbs).join(', ')}, not “${name}”.`);
    const stray = Object.keys(retention.options ?? {}).find(
      (flag) => options[flag] !== undefined && !verb.options?.includes(flag),
    );
    if (args.length !== verb.args || stray !== undefined) throw new UsageError(`Usage: ${usageOf(name)}`);
    await verb.run({ ...rest, args, options });
  },
};

function idOf(given: string | undefined): number {
  if (given !== undefined && /^\d{1,15}$/.test(given)) return Number(given);
  throw new UsageError('A rule is named by its number: `turnstone retention` lists them.');
}

async function ruleNamed(client: Client, given: string | undefined): Promise<RetentionRule> {
  const id = idOf(given);
  const { rules } = await client.call('retention.rules', {});
  const rule = rules.find((one) => one.id === id);
  if (!rule) throw new AppError('not_found', `There is no rule ${id}. \`turnstone retention\` lists them.`);
  return rule;
}

function tell(rule: RetentionRule, json: boolean): void {
  if (json) printJson(rule);
  else printRule(rule);
}
