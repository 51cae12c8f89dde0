import { rule, type Rule } from './rule.ts';

/** Where code is kept, built, published and watched. */
export const codeRules: readonly Rule[] = [
  rule(
    'github-token',
    'GitHub',
    ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'],
    /\bgh(?:[pousr]_[A-Za-z0-9_]{36,255}|s_\d{1,20}_[\w-]{10,1000}\.[\w-]{10,10000}\.[\w-]{10,1000})/,
  ),
  rule('github-fine-grained-token', 'GitHub', 'github_pat_', /\bgithub_pat_\w{40,255}/),
  rule(
    'gitlab-token',
    'GitLab',
    'gl',
    /\bgl(?:pat|dt|rt|ptt|cbt|agent|soat|ft|oas|imt|ffct|wt)-[\w-]{20,300}(?:\.[\w-]{2,60}){0,3}/,
  ),
  rule('bitbucket-app-password', 'Atlassian', 'ATBB', /\bATBB[A-Za-z0-9]{32}\b/),
  rule('atlassian-token', 'Atlassian', ['ATATT3', 'ATCTT3'], /\bAT[AC]TT3[\w=-]{60,400}/),
  rule('npm-token', 'npm', 'npm_', /\bnpm_[A-Za-z0-9]{36}\b/),
  rule(
    'npmrc-token',
    'npm',
    ['_authToken', '_auth', '_password'],
    /\/:_(?:authToken|auth|password)\s*=\s*"?([^\s"$]{8,2000})/,
  ),
  rule('pypi-token', 'PyPI', 'pypi-AgE', /\bpypi-AgE[\w-]{50,1000}/),
  rule('rubygems-key', 'RubyGems', 'rubygems_', /\brubygems_[0-9a-f]{48}\b/),
  rule(
    'crates-token',
    'crates.io',
    'cio',
    /\bcio[A-Za-z0-9]{32}\b/,
    (value) => /[a-z]/.test(value.slice(3)) && /[A-Z]/.test(value) && /\d/.test(value),
  ),
  rule('nuget-key', 'NuGet', 'oy2', /\boy2[a-z0-9]{43}\b/),
  rule('docker-token', 'Docker', 'dckr_', /\bdckr_[po]at_[\w-]{27,80}/),
  rule('artifactory-key', 'JFrog', 'AKCp', /\bAKCp[A-Za-z0-9]{69}\b/),
  rule('circleci-token', 'CircleCI', 'CCI', /\bCCI(?:PAT|PRJ)_[A-Za-z0-9]{22}_[0-9a-f]{40}\b/),
  rule('buildkite-token', 'Buildkite', 'bk', /\bbk(?:ua|at|aj)_[0-9a-zA-Z]{40,80}\b/),
  rule('sonar-token', 'SonarQube', ['sqp_', 'squ_', 'sqa_'], /\bsq[pua]_[0-9a-f]{40}\b/),
  rule('sentry-token', 'Sentry', ['sntrys_', 'sntryu_'], /\bsntry[su]_[\w+/=-]{40,600}/),
  rule(
    'datadog-key',
    'Datadog',
    ['DD_', 'DATADOG', 'datadog', 'ddapp_', 'ddpat_'],
    /(?:\b(?:DD|DATADOG)_?(?:API|APP|APPLICATION)_?KEY["'\\]{0,4}\s{0,2}[:=]\s{0,2}["'\\]{0,4}([0-9a-f]{40}|[0-9a-f]{32})\b|\b(dd(?:app|pat)_[A-Za-z0-9]{30,80})\b)/i,
  ),
  rule(
    'new-relic-key',
    'New Relic',
    ['NRAK-', 'NRII-', 'NRAA-', 'NRAL'],
    /\b(?:NR(?:AK|II|AA)-[\w-]{27,40}|[0-9a-f]{36}NRAL)\b/,
  ),
  rule(
    'grafana-token',
    'Grafana',
    ['glsa_', 'glc_'],
    /\b(?:glsa_[A-Za-z0-9]{32}_[0-9a-fA-F]{8}\b|glc_[A-Za-z0-9+/]{32,400}={0,2})/,
  ),
  rule('postman-key', 'Postman', 'PMAK-', /\bPMAK-[0-9a-f]{24}-[0-9a-f]{34}\b/),
  rule('snyk-token', 'Snyk', 'snyk_', /\bsnyk_[us]at\.[0-9a-f]{8}(?:\.[\w-]{20,200}){1,3}/),
  rule(
    'launchdarkly-key',
    'LaunchDarkly',
    ['api-', 'sdk-'],
    /\b(?:api|sdk)-[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b/,
  ),
];
