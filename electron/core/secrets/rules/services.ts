import { rule, type Rule } from './rule.ts';

/** Messages, money, documents. */
export const serviceRules: readonly Rule[] = [
  rule('slack-token', 'Slack', 'xox', /\bxox(?:e\.xox)?[abeoprsc]-[A-Za-z0-9-]{20,400}/),
  rule('slack-app-token', 'Slack', 'xapp-', /\bxapp-\d-[A-Z0-9]{8,20}-\d{8,20}-[a-z0-9]{30,80}/i),
  rule(
    'slack-webhook',
    'Slack',
    'hooks.slack.com',
    /https:\/\/hooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/[A-Za-z0-9]{5,20}\/[A-Za-z0-9]{5,24}\/[A-Za-z0-9/]{12,80}/,
  ),
  rule(
    'discord-webhook',
    'Discord',
    '/api/webhooks/',
    /https:\/\/(?:ptb\.|canary\.)?discord(?:app)?\.com\/api\/webhooks\/\d{17,20}\/[\w-]{60,80}/,
  ),
  rule(
    'discord-bot-token',
    'Discord',
    '.',
    /(?<![\w.-])[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,38}(?![\w.-])/,
    isDiscord,
  ),
  rule(
    'teams-webhook',
    'Microsoft Teams',
    'webhook.office.com',
    /https:\/\/[\w-]+\.webhook\.office\.com\/webhookb2\/[\w@-]{36,80}\/IncomingWebhook\/[\w/-]{32,120}/,
  ),
  rule('telegram-bot-token', 'Telegram', ':AA', /(?<!\d)\d{8,10}:AA[\w-]{32,33}(?![\w-])/),
  rule('twilio-key', 'Twilio', 'SK', /\bSK[0-9a-f]{32}\b/),
  rule('sendgrid-key', 'SendGrid', 'SG.', /\bSG\.[\w-]{20,24}\.[\w-]{39,50}/),
  rule('mailgun-key', 'Mailgun', 'key-', /\bkey-[0-9a-f]{32}\b/),
  rule('mailchimp-key', 'Mailchimp', '-us', /\b[0-9a-f]{32}-us\d{1,2}\b/),
  rule('brevo-key', 'Brevo', 'xkeysib-', /\bxkeysib-[0-9a-f]{64}-[A-Za-z0-9]{16}\b/),
  rule('resend-key', 'Resend', 're_', /\bre_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}\b/, hasDigitAndCapital),
  rule(
    'stripe-key',
    'Stripe',
    ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_'],
    /\b[sr]k_(?:live|test)_[A-Za-z0-9]{16,250}\b/,
  ),
  rule('webhook-secret', 'Stripe', 'whsec_', /\bwhsec_[A-Za-z0-9+/]{24,64}={0,2}/),
  rule(
    'square-token',
    'Square',
    ['EAAA', 'sq0atp-', 'sq0csp-'],
    /\b(?:EAAA[lE][\w-]{55,62}|sq0(?:atp-[\w-]{22}|csp-[\w-]{43}))(?![\w-])/,
  ),
  rule(
    'shopify-token',
    'Shopify',
    ['shpat_', 'shpca_', 'shppa_', 'shpss_', 'shprt_', 'shpua_'],
    /\bshp(?:at|ca|pa|ss|rt|ua)_[0-9a-fA-F]{32,64}\b/,
  ),
  rule(
    'notion-token',
    'Notion',
    ['ntn_', 'secret_'],
    /\b(?:ntn_[A-Za-z0-9]{40,60}|secret_[A-Za-z0-9]{43})\b/,
    hasDigitAndCapital,
  ),
  rule('linear-key', 'Linear', ['lin_api_', 'lin_oauth_'], /\blin_(?:api|oauth)_[A-Za-z0-9]{32,128}\b/),
  rule('figma-token', 'Figma', ['figd_', 'figo_', 'figor_', 'figu_'], /\bfig(?:d|o|or|u)_[\w-]{36,200}/),
  rule('airtable-token', 'Airtable', 'pat', /\bpat[A-Za-z0-9]{14}\.[0-9a-f]{64}\b/),
  rule('clickup-token', 'ClickUp', 'pk_', /\bpk_\d{5,12}_[A-Z0-9]{32}\b/),
  rule('contentful-token', 'Contentful', 'CFPAT-', /\bCFPAT-[\w-]{43}(?![\w-])/),
  rule('typeform-token', 'Typeform', 'tfp_', /\btfp_[\w-]{40,70}/),
  rule('dropbox-token', 'Dropbox', 'sl.', /\bsl\.(?:u\.)?[A-Za-z0-9_-]{120,2000}/, hasDigitAndCapital),
];

function hasDigitAndCapital(value: string): boolean {
  return /\d/.test(value) && /[A-Z]/.test(value);
}

/** Its first part is the bot's number in base64. */
function isDiscord(value: string): boolean {
  const id = Buffer.from(value.slice(0, value.indexOf('.')), 'base64').toString('latin1');
  return /^\d{17,20}$/.test(id);
}
