// Adds up what Vitest and Playwright report as JSON.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export function countTests(folder) {
  const counts = { passed: 0, failed: 0 };
  for (const name of readdirSync(folder)) {
    const report = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    const { passed, failed } = report.stats ? fromPlaywright(report.stats) : fromVitest(report);
    counts.passed += passed;
    counts.failed += failed;
  }
  return counts;
}

const fromPlaywright = ({ expected, flaky, unexpected }) => ({ passed: expected + flaky, failed: unexpected });
const fromVitest = ({ numPassedTests, numFailedTests }) => ({ passed: numPassedTests, failed: numFailedTests });
