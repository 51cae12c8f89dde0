import { rule, type Rule } from './rule.ts';

const connect = String.raw`["'\\]{0,4}\s{0,3}(?:=>|[:=])\s{0,3}["'\\]{0,4}`;

/** Where things run, and where other secrets are kept. */
export const cloudRules: readonly Rule[] = [
  rule(
    'aws-access-key',
    'AWS',
    ['AKIA', 'ASIA', 'ABIA', 'ACCA', 'A3T'],
    /\b(?:AKIA|ASIA|ABIA|ACCA|A3T[A-Z0-9])[A-Z2-7]{16}\b/,
  ),
  rule(
    'aws-secret-key',
    'AWS',
    ['ecret', 'SECRET'],
    new RegExp(String.raw`secret_?(?:access_?)?key${connect}([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])`, 'i'),
    isMixed,
  ),
  rule(
    'aws-session-token',
    'AWS',
    ['ession', 'SESSION'],
    new RegExp(String.raw`session_?token${connect}([A-Za-z0-9/+]{100,2000}={0,2})`, 'i'),
    isMixed,
  ),
  rule('google-api-key', 'Google Cloud', 'AIza', /\bAIza[\w-]{35}(?![\w-])/),
  rule('google-oauth-secret', 'Google Cloud', 'GOCSPX-', /\bGOCSPX-[\w-]{28}(?![\w-])/),
  rule('google-access-token', 'Google Cloud', 'ya29.', /\bya29\.[\w-]{30,1000}/),
  rule('google-refresh-token', 'Google Cloud', '1//0', /\b1\/\/0[\w-]{40,200}/),
  rule(
    'azure-storage-key',
    'Azure',
    ['AccountKey', 'SharedAccessKey'],
    /\b(?:AccountKey|SharedAccessKey)=([A-Za-z0-9+/]{42,86}={1,2})/,
  ),
  rule('azure-client-secret', 'Azure', 'Q~', /(?<![\w~.-])[\w~.]{3}\dQ~[\w~.-]{31,34}(?![\w~-])/),
  rule(
    'azure-shared-access-signature',
    'Azure',
    'sig=',
    /[?&]s[a-z]=[^\s"']{1,400}?&sig=([A-Za-z0-9%+/]{43,100}(?:%3D|=))/,
  ),
  rule('digitalocean-token', 'DigitalOcean', ['dop_v1_', 'doo_v1_', 'dor_v1_'], /\bdo[opr]_v1_[0-9a-f]{64}\b/),
  rule('heroku-key', 'Heroku', 'HRKU-', /\bHRKU-[\w-]{36,70}/),
  rule('databricks-token', 'Databricks', 'dapi', /\bdapi[0-9a-f]{32}(?:-\d)?\b/),
  rule('cloudflare-token', 'Cloudflare', ['cfk_', 'cfut_', 'cfat_'], /\bcf(?:k|ut|at)_[A-Za-z0-9]{40}[0-9a-f]{8}\b/),
  rule('cloudflare-origin-key', 'Cloudflare', 'v1.0-', /\bv1\.0-[0-9a-f]{24}-[0-9a-f]{146}\b/),
  rule(
    'vercel-token',
    'Vercel',
    ['vcp_', 'vci_', 'vca_', 'vcr_', 'vck_', 'vercel_blob_rw_'],
    /\b(?:vc[piark]_[A-Za-z0-9]{20,80}|vercel_blob_rw_\w{30,100})\b/,
  ),
  rule('netlify-token', 'Netlify', 'nfp_', /\bnfp_[A-Za-z0-9]{36,44}\b/),
  rule('render-key', 'Render', 'rnd_', /\brnd_[A-Za-z0-9]{28,40}\b/, isMixed),
  rule(
    'fly-token',
    'Fly.io',
    ['FlyV1 ', 'fo1_', 'fm2_', 'fm1'],
    /(?:\bFlyV1 fm\d[a-z]?_[\w+/=,-]{60,3000}|\bfm[12][ar]?_[A-Za-z0-9+/]{100,2000}={0,3}|\bfo1_[\w-]{43}(?![\w-]))/,
  ),
  rule(
    'supabase-key',
    'Supabase',
    ['sbp_', 'sb_secret_'],
    /\b(?:sbp_(?:v0_)?[0-9a-f]{40}|sb_secret_[\w-]{22,60})(?![\w-])/,
  ),
  rule('planetscale-token', 'PlanetScale', 'pscale_', /\bpscale_(?:tkn|pw|oauth)_[\w.=-]{31,63}[\w=]/),
  rule('neon-key', 'Neon', 'napi_', /\bnapi_[a-z0-9]{50,80}\b/),
  rule('vault-token', 'HashiCorp Vault', ['hvs.', 'hvb.', 'hvr.'], /\bhv[sbr]\.[\w-]{24,300}/),
  rule('terraform-token', 'HCP Terraform', '.atlasv1.', /\b[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{60,70}/),
  rule('pulumi-token', 'Pulumi', 'pul-', /\bpul-[0-9a-f]{40}\b/),
  rule(
    'doppler-token',
    'Doppler',
    'dp.',
    /\bdp\.(?:pt|st|ct|sa|scim|audit)\.(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,44}\b/,
  ),
  rule(
    'onepassword-token',
    '1Password',
    ['ops_eyJ', 'A3-'],
    /\b(?:ops_eyJ[\w+/-]{100,2000}={0,2}|A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-(?:[A-Z0-9]{5}-){2}[A-Z0-9]{5})/,
  ),
  rule('tailscale-key', 'Tailscale', 'tskey-', /\btskey-[a-z]{2,20}-\w{8,40}-\w{16,60}/),
];

/** Neither a name in capitals nor a run of hexadecimal digits: a key of base64 has all three. */
function isMixed(value: string): boolean {
  return /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value);
}
