import { rule, type Rule } from './rule.ts';

/** Who runs models, and what is built around them. */
export const modelRules: readonly Rule[] = [
  rule('anthropic-key', 'Anthropic', 'sk-ant-', /\bsk-ant-[a-z]{3,8}\d{2}-[\w-]{32,200}/),
  rule(
    'openai-key',
    'OpenAI',
    ['sk-proj-', 'sk-svcacct-', 'sk-admin-', 'sk-None-', 'T3BlbkFJ'],
    /\bsk-(?:(?:proj|svcacct|admin|None)-[\w-]{40,200}|[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}\b)/,
  ),
  rule('openrouter-key', 'OpenRouter', 'sk-or-', /\bsk-or-v\d-[0-9a-f]{64}\b/),
  rule('langfuse-key', 'Langfuse', 'sk-lf-', /\bsk-lf-[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/),
  rule(
    'api-key-sk',
    'OpenAI or alike',
    'sk-',
    /\bsk-(?:[A-Za-z0-9]{48}|[0-9a-f]{32})\b/,
    (value) => /\d/.test(value) && /[a-f]/i.test(value),
  ),
  rule('huggingface-token', 'Hugging Face', ['hf_', 'api_org_'], /\b(?:hf|api_org)_[A-Za-z]{34}\b/),
  rule('groq-key', 'Groq', 'gsk_', /\bgsk_[A-Za-z0-9]{52}\b/),
  rule('xai-key', 'xAI', 'xai-', /\bxai-[A-Za-z0-9]{70,90}\b/),
  rule('perplexity-key', 'Perplexity', 'pplx-', /\bpplx-[A-Za-z0-9]{40,60}\b/),
  rule('replicate-token', 'Replicate', 'r8_', /\br8_[A-Za-z0-9]{37}\b/),
  rule('langsmith-key', 'LangSmith', 'lsv2_', /\blsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}\b/),
  rule('pinecone-key', 'Pinecone', 'pcsk_', /\bpcsk_\w{50,100}/),
  rule('tavily-key', 'Tavily', 'tvly-', /\btvly-(?:dev-|prod-)?[A-Za-z0-9]{32}\b/),
  rule('elevenlabs-key', 'ElevenLabs', 'sk_', /\bsk_[0-9a-f]{48}\b/),
];
