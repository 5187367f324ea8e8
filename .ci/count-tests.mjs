/** How many tests of a vitest JSON report passed and failed; as a program it prints `N passed, N failed`. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** A run that failed without a failed test (the coverage floor, a file that does not load) counts as one failure. */
export async function countTests(file, isFine) {
  const report = await readFile(file, 'utf8').then(JSON.parse, () => ({ numPassedTests: 0, numFailedTests: 0 }));
  const { numPassedTests: passed, numFailedTests: failed } = report;
  const isEmpty = passed + failed === 0;
  return { passed, failed: isFine && !isEmpty ? failed : Math.max(1, failed) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , file, exitCode] = process.argv;
  const { passed, failed } = await countTests(file, exitCode === '0');
  console.log(`${passed} passed, ${failed} failed`);
}
