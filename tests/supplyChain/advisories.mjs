// A step of `npm run check`: reports known vulnerabilities of shipped packages. It is skipped if the source does not
// answer, so that the checks also work on a machine without the internet.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { askAudit } from './askAudit.mjs';
import { findingLine, judgeAdvisories } from './judgeAdvisories.mjs';
import { listedForConsole } from './licenceTable.mjs';
import { bundledPackages, pathsOf, shippedPackages } from './shippedPackages.mjs';

const TIMEOUT_MS = 20_000;
/** Reports to tests/check.mjs that the step was skipped. */
const SKIPPED = 77;

const root = fileURLToPath(new URL('../..', import.meta.url));
const answer = await askAudit(root, { timeoutMs: TIMEOUT_MS });
if ('skipped' in answer) {
  console.log(`check: advisories skipped: ${answer.skipped}`);
  process.exitCode = SKIPPED;
} else {
  const listed = () => pathsOf(root, listedForConsole(readFileSync(join(root, 'docs', 'licences.md'), 'utf8')));
  const shipped = shippedPackages(root, bundledPackages(root) ?? listed());
  const findings = judgeAdvisories(answer.report, {
    shipped: new Set(shipped.map(({ path }) => path)),
    ignored: JSON.parse(readFileSync(join(root, 'tests', 'supplyChain', 'ignored.json'), 'utf8')),
    today: new Date().toISOString().slice(0, 10),
  });
  for (const finding of findings) console.log(findingLine(finding));
  if (findings.some(({ fails }) => fails)) process.exitCode = 1;
}
