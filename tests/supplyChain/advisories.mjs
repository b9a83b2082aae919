// A step of `npm run check`: are there known vulnerabilities of what is shipped? Skipped where no source answers, since
// a machine without the internet must be able to judge its own work.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { askAudit } from './askAudit.mjs';
import { findingLine, judgeAdvisories } from './judgeAdvisories.mjs';
import { listedForConsole } from './licenceTable.mjs';
import { bundledPackages, pathsOf, shippedPackages } from './shippedPackages.mjs';

const TIMEOUT_MS = 20_000;
/** Tells tests/check.mjs that nothing was judged. */
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
