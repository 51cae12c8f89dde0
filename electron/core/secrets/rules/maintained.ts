import { rules as published } from '@secretlint/secretlint-rule-preset-recommend';
import type { SecretLintRuleContext, SecretLintSourceCode } from '@secretlint/types';

export interface Reported {
  readonly start: number;
  readonly end: number;
  readonly rule: string;
  readonly provider: string;
}

/**
 * Left out: what looks at file names rather than at text, what reports whole addresses where only the password in them
 * is a secret (see named.ts), and account numbers.
 */
const leftOut = new Set([
  'aws',
  'gcp',
  'basicauth',
  'database-connection-string',
  'filter-comments',
  'privatekey',
  'sendgrid',
]);

/** As their keepers write them; a rule that comes later goes by its own name. */
const providers: Readonly<Record<string, string>> = {
  '1password': '1Password',
  anthropic: 'Anthropic',
  cloudflare: 'Cloudflare',
  databricks: 'Databricks',
  docker: 'Docker',
  figma: 'Figma',
  github: 'GitHub',
  gitlab: 'GitLab',
  grafana: 'Grafana',
  groq: 'Groq',
  'hashicorp-vault': 'HashiCorp Vault',
  huggingface: 'Hugging Face',
  linear: 'Linear',
  notion: 'Notion',
  npm: 'npm',
  openai: 'OpenAI',
  shopify: 'Shopify',
  slack: 'Slack',
  stripe: 'Stripe',
  tailscale: 'Tailscale',
  vercel: 'Vercel',
};

const nameOf = (id: string) => id.replace('@secretlint/secretlint-rule-', '');

let reported: Reported[] = [];

const handlers = published
  .filter(({ meta }) => !leftOut.has(nameOf(meta.id)))
  .flatMap((creator) => {
    const name = nameOf(creator.meta.id);
    const provider = providers[name] ?? name;
    const context: SecretLintRuleContext = {
      sharedOptions: {},
      createTranslator: () => (message, data) => ({ message: String(message), messageId: String(message), data }),
      report: ({ range: [start, end] }) => void reported.push({ start, end, rule: `${name}-secret`, provider }),
      ignore: () => undefined,
    };
    return creator.create(context, {}).file ?? [];
  });

/** What secretlint's maintained rules find. They are synchronous; only the linter around them is not. */
export function maintainedFindings(content: string): readonly Reported[] {
  reported = [];
  const source = { content, filePath: '', ext: '.txt', contentType: 'text', hasBOM: false } as SecretLintSourceCode;
  for (const look of handlers) void look(source);
  return reported;
}
