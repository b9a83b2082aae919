import react from '@vitejs/plugin-react';
import { readdirSync, readFileSync } from 'node:fs';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type Reporter, type TestSpecification } from 'vitest/node';

const base = { resolve: {}, plugins: [react()] };

/** A process on a busy machine takes longer than the second that is usual. */
const slowPoll = { poll: { timeout: 10_000 } };

/** What fails is tried once more, and the run names it (D-294). */
const RETRIES = 1;

const firstFailures: Reporter = {
  onTestRunEnd(modules) {
    const passedLater = modules.flatMap((file) =>
      [...file.children.allTests()].filter((one) => one.diagnostic()?.flaky),
    );
    for (const one of passedLater) {
      const [error] = one.result().errors ?? [];
      process.stdout.write(
        `passed only when tried again: ${one.module.relativeModuleId} > ${one.fullName}\n  ${error?.stack}\n`,
      );
    }
  },
};

/** Modules are loaded once for each worker, not for each file: half the work of a suite. */
const sharedModules = { isolate: false };

/**
 * Tests that take long and seldom find anything that others do not are called `*.long.test.ts`. They run alone, with
 * LONG_TESTS set (`npm run test:long`), before a release and after changes to what they are about.
 */
const isLong = process.env['LONG_TESTS'] !== undefined;
const filesOf = (suite: string) => ({
  include: [`tests/${suite}/**/*.${isLong ? 'long.' : ''}test.ts`],
  exclude: [...configDefaults.exclude, ...(isLong ? [] : ['**/*.long.test.ts'])],
});

/** Files that take longer than their size says: begun last, one of them would keep a single worker busy at the end. */
const LONGER_THAN_THEY_LOOK =
  /\/(e2e\/(everyPage|firefox|queries)|security\/(downloadPattern|requestLimits|stop))\.test\.ts$/;

class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLonger = ({ moduleId }: TestSpecification) => LONGER_THAN_THEY_LOOK.test(moduleId);
    return [...sorted.filter(isLonger), ...sorted.filter((file) => !isLonger(file))];
  }
}

const components = {
  environment: 'happy-dom',
  environmentOptions: { happyDOM: { url: 'http://localhost/' } },
  include: ['src/**/*.test.tsx', 'tests/*.test.tsx'],
  setupFiles: ['tests/support/ui-setup.ts'],
  testTimeout: 60_000,
  retry: RETRIES,
};
const inNode = { environment: 'node', testTimeout: 60_000, retry: RETRIES };

/** Tests of single modules that put others in the place of modules: these would stay for the next file. */
const replacesModules = ['src', 'gateway', 'tests']
  .flatMap((room) => readdirSync(room, { recursive: true, encoding: 'utf8' }).map((file) => `${room}/${file}`))
  .filter((file) => /\.test\.tsx?$/.test(file) && !/^tests\/.*\//.test(file))
  .filter((file) => readFileSync(file, 'utf8').includes('vi.mock('));
const isComponentTest = (file: string) => file.endsWith('.tsx');

/**
 * Nine suites: `unit` (pure), `gateway` (its parts), `ui` (components in happy-dom), `unit-alone` and `ui-alone` (those
 * that replace modules), `contract` (a real gateway over HTTP), `security` (attacks on a real gateway), `e2e` (Chromium,
 * and the main story in Firefox), `hosts` (what makes a second host, some with Chromium; a network interface that comes or
 * goes breaks off the requests of every Chromium on the machine, so they run one by one, and no browser test beside them).
 */
export default defineConfig({
  test: {
    // Also of two processors both: most files wait for something now and then, and those that drive servers more often.
    maxWorkers: 2,
    sequence: { sequencer: LongFilesFirst },
    reporters: ['default', firstFailures],
    projects: [
      {
        ...base,
        test: {
          name: 'unit',
          ...inNode,
          include: ['src/**/*.test.ts', 'bench/**/*.test.ts', 'tests/*.test.ts'],
          exclude: replacesModules,
          // What an exported recording takes along; other styles are empty in tests.
          css: { include: /xterm\.css/ },
          ...sharedModules,
        },
      },
      {
        ...base,
        test: { name: 'unit-alone', ...inNode, include: replacesModules.filter((file) => !isComponentTest(file)) },
      },
      {
        ...base,
        test: {
          name: 'gateway',
          ...inNode,
          include: ['gateway/**/*.test.ts'],
          exclude: replacesModules,
          ...sharedModules,
        },
      },
      {
        ...base,
        test: { name: 'ui', ...components, exclude: replacesModules, ...sharedModules },
      },
      {
        ...base,
        test: { name: 'ui-alone', ...components, include: replacesModules.filter(isComponentTest) },
      },
      {
        ...base,
        test: {
          name: 'contract',
          environment: 'node',
          ...filesOf('contract'),
          retry: RETRIES,
          ...sharedModules,
          maxWorkers: 4,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: slowPoll,
        },
      },
      {
        ...base,
        test: {
          name: 'security',
          environment: 'node',
          ...filesOf('security'),
          retry: RETRIES,
          ...sharedModules,
          maxWorkers: 3,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: slowPoll,
        },
      },
      {
        ...base,
        test: {
          name: 'e2e',
          environment: 'node',
          ...filesOf('e2e'),
          retry: RETRIES,
          ...sharedModules,
          maxWorkers: 3,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: slowPoll,
        },
      },
      {
        ...base,
        test: {
          name: 'hosts',
          environment: 'node',
          ...filesOf('hosts'),
          retry: RETRIES,
          maxWorkers: 1,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: slowPoll,
        },
      },
    ],
  },
});
