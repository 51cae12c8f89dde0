import { Random } from './random.ts';

/** A secret that was made up, and the text it stands in. */
export interface Planted {
  readonly kind: string;
  readonly value: string;
  readonly text: string;
}

/** What must not be there: a key of several lines is as bad by any of them. */
export const piecesOf = ({ value }: Planted): string[] =>
  value.split(/\n|\\n/).filter((line) => /[\w+/=-]{16}/.test(line) || !value.includes('\n'));

const lower = 'abcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';
const hex = `${digits}abcdef`;
const upper = lower.toUpperCase();
const letters = lower + upper;
const mixed = letters + digits;
const web = `${mixed}-_`;
const base64 = `${mixed}+/`;

/**
 * Secrets of every kind the rules know. Each is put together here, at run time, from its pieces and from random
 * characters: nothing in the repository looks like a key to a scanner, and none of them was ever valid.
 */
export function plantedSecrets(seed = 1): Planted[] {
  const random = new Random(seed);
  const some = (alphabet: string, length: number) =>
    Array.from({ length }, () => alphabet.charAt(random.below(alphabet.length))).join('');
  /** One of each, so that no draw of luck leaves out the digits. */
  const any = (length: number, alphabet = mixed) => `q${some(alphabet, length - 3)}7K`;
  const planted: Planted[] = [];
  const add = (kind: string, pieces: readonly string[], around: (value: string) => string = (value) => value) => {
    const value = pieces.join('');
    planted.push({ kind, value, text: around(value) });
  };

  add('github classic', ['gh', 'p_', any(36)], (v) => `gh auth login --with-token <<< ${v}`);
  add('github oauth', ['gh', 'o_', any(36)], (v) => `oauth_token: ${v}\n`);
  add('github app', ['gh', 's_', any(36)], (v) => `git clone https://x-access-token:${v}@github.com/a/b`);
  add('github fine-grained', ['github', '_pat_', any(22), '_', any(59)]);
  add('gitlab', ['gl', 'pat-', any(20, web)], (v) => `PRIVATE-TOKEN: ${v}`);
  add('gitlab deploy', ['gl', 'dt-', any(20, web)]);
  add('bitbucket', ['AT', 'BB', any(32)]);
  add('atlassian', ['AT', 'ATT3', any(184, web), '=', some(hex, 8).toUpperCase()]);
  add('aws access key', ['AK', 'IA', some(`${upper}234567`, 16)], (v) => `aws_access_key_id = ${v}`);
  add('aws temporary key', ['AS', 'IA', some(`${upper}234567`, 16)]);
  add('aws secret key', [any(40, base64)], (v) => `aws_secret_access_key = ${v}\nregion = eu-west-1`);
  add('aws secret in json', [any(40, base64)], (v) => JSON.stringify({ Credentials: { SecretAccessKey: v } }));
  add('google api key', ['AI', 'za', any(35, web)], (v) => `https://maps.test/api/js?key=${v}&v=3`);
  add('google oauth secret', ['GOC', 'SPX-', any(28, web)]);
  add('google access token', ['ya', '29.', any(120, web)]);
  add(
    'azure storage',
    [any(86, base64), '=='],
    (v) => `DefaultEndpointsProtocol=https;AccountKey=${v};EndpointSuffix=x`,
  );
  add('azure client secret', ['a1B', '8Q', '~', any(34)], (v) => `AZURE_CLIENT_SECRET=${v}`);
  add('anthropic', ['sk-', 'ant-', 'api03-', any(93, web), 'AA'], (v) => `export ANTHROPIC_API_KEY="${v}"`);
  add('anthropic oauth', ['sk-', 'ant-', 'oat01-', any(93, web), 'AA']);
  add('openai classic', ['sk-', any(20), 'T3Blbk', 'FJ', any(20)]);
  add('openai project', ['sk-', 'proj-', any(74, web), 'T3Blbk', 'FJ', any(74, web)]);
  add('openrouter', ['sk-', 'or-', 'v1-', some(hex, 64)]);
  add('groq', ['gs', 'k_', any(52)]);
  add('hugging face', ['h', 'f_', some(letters, 34)]);
  add('replicate', ['r', '8_', any(37)]);
  add('slack bot', ['xo', 'xb-', some(digits, 12), '-', some(digits, 13), '-', any(24)]);
  add('slack user', ['xo', 'xp-', some(digits, 12), '-', some(digits, 12), '-', some(digits, 13), '-', some(hex, 32)]);
  add('slack webhook', [
    'https://hooks.',
    'slack.com/serv',
    `ices/T${any(10).toUpperCase()}/B${any(10).toUpperCase()}/${any(24)}`,
  ]);
  add('stripe live', ['sk', '_li', 've_', any(24)]);
  add('stripe restricted', ['rk', '_li', 've_', any(24)]);
  add('stripe webhook', ['wh', 'sec_', any(32)]);
  add('twilio', ['S', 'K', some(hex, 32)]);
  add('sendgrid', ['S', 'G.', any(22, web), '.', any(43, web)]);
  add('npm', ['np', 'm_', any(36)]);
  add('npmrc', [any(40)], (v) => `//registry.example.test/:_auth${'Token'}=${v}\n`);
  add('pypi', ['py', 'pi-', 'AgE', 'IcHlwaS5vcmc', any(150, web)]);
  add('docker hub', ['dck', 'r_pat_', any(27, web)]);
  add('digitalocean', ['do', 'p_v1_', some(hex, 64)]);
  add('heroku', ['HR', 'KU-', 'AA', any(58, web)]);
  add('heroku classic', [random.uuid()], (v) => `HEROKU_API_KEY=${v}`);
  add('databricks', ['da', 'pi', some(hex, 32)]);
  add('linear', ['lin', '_api_', any(40)]);
  add('notion', ['nt', 'n_', some(digits, 11), any(35)]);
  add('figma', ['fi', 'gd_', any(40, web)]);
  add('shopify', ['shp', 'at_', some(hex, 32)]);
  add('square', ['EA', 'AAl', any(59, web)]);
  add('mailgun', ['ke', 'y-', some(hex, 32)]);
  add('telegram', [some('123456789', 10), ':A', 'A', any(33, web)]);
  add('discord webhook', ['https://disc', 'ord.com/api/web', 'hooks/', some('12345678', 18), '/', any(68, web)]);
  add('discord bot', [Buffer.from(some('12345678', 18)).toString('base64'), '.', any(6), '.', any(38, web)]);
  add('vault', ['hv', 's.', any(92, web)]);
  add('doppler', ['dp', '.pt.', any(43)]);
  add('supabase', ['sb', 'p_', some(hex, 40)]);
  add('vercel', ['vc', 'p_', any(56)]);
  add('vercel by name', [any(24)], (v) => `VERCEL_TOKEN=${v} vercel deploy`);
  add('cloudflare', ['cf', 'ut_', any(40), some(hex, 8)]);
  add('cloudflare by name', [any(40, web)], (v) => `CLOUDFLARE_API_TOKEN: ${v}`);
  add('sentry', ['snt', 'ryu_', some(hex, 64)]);
  add('datadog', [some(hex, 32)], (v) => `DD_API_KEY=${v} datadog-agent run`);
  add('new relic', ['NR', 'AK-', any(27).toUpperCase()]);
  add('grafana', ['gl', 'sa_', any(32), '_', some(hex, 8)]);
  add('postman', ['PM', 'AK-', some(hex, 24), '-', some(hex, 34)]);
  add('tailscale', ['ts', 'key-', 'auth-', any(17), '-', any(32)]);
  add('json web token', [
    [
      { alg: 'HS256', typ: 'JWT' },
      { sub: any(12), exp: 1_900_000_000 },
    ]
      .map(encoded)
      .join('.'),
    `.${any(43, web)}`,
  ]);

  const body = () => `MI${any(62, base64)}\n${any(64, base64)}\n${any(64, base64)}\n`;
  const pem = (of: string, text: string) => [
    `-----BEGIN ${of}`,
    'PRIVATE',
    ` KEY-----\n${text}-----END ${of}PRIVATE`,
    ' KEY-----',
  ];
  add('rsa key', pem('RSA ', body()), (v) => `cat id_rsa\n${v}\n`);
  add('ec key', pem('EC ', body()));
  add('openssh key', pem('OPENSSH ', `b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAE${any(28, base64)}\n${body()}`));
  add(
    'escaped key',
    [pem('', body()).join('').replaceAll('\n', '\\n')],
    (v) => `{"type":"service_account","private_key":"${v}"}`,
  );

  add('postgres address', [any(16)], (v) => `DATABASE_URL=postgres://app:${v}@db.internal:5432/app`);
  add('web address', [any(18)], (v) => `git remote add origin https://robot:${v}@git.internal/a.git`);
  add('redis address', [any(20)], (v) => `redis://:${v}@cache.internal:6379/0`);
  add('env api key', [any(32)], (v) => `NODE_ENV=production\nAPI_KEY=${v}\nPORT=80`);
  add('env password', [any(14)], (v) => `DB_PASSWORD=${v}\n`);
  add('quoted password', [`${any(10)}!pw$ ${any(4)}`.replace(' ', '#')], (v) => `password: "${v}"`);
  add('json secret', [any(40)], (v) => JSON.stringify({ clientSecret: v }));
  add('escaped json secret', [any(40)], (v) => JSON.stringify(JSON.stringify({ client_secret: v })));
  add('bearer', [any(40)], (v) => `curl -H "Authorization: Bearer ${v}" https://api.internal/me`);
  add('header', [any(36)], (v) => `x-api-key: ${v}`);
  add('flag', [any(30)], (v) => `deploy --token ${v} --yes`);
  return planted;
}

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
