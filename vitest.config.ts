import { defineConfig } from 'vitest/config'

/** What all tests of screens share. */
const web = {
  environment: 'happy-dom',
  // Screens create many short-lived objects. Collecting them less often takes 6% less CPU time.
  execArgv: ['--max-semi-space-size=64'],
  // Moments are shown in the reader's zone.
  env: { TZ: 'UTC' },
  setupFiles: ['tests/support/pinned-plans.ts', 'tests/support/web-setup.ts'],
}
/** What the tests of the server's modules and programs share. Node.js runs them as it runs the server. */
const server = {
  environment: 'node',
  experimental: { viteModuleRunner: false },
  setupFiles: ['tests/support/server-setup.ts'],
}
/** Tests of screens that replace modules or load them again. */
const webWithOwnModules = [
  'src/web/app/missing-*.test.tsx',
  'src/web/shared/format.test.ts',
  'src/web/features/leads/kept-choices.test.ts',
  'src/web/features/leads/lead-site-days.test.tsx',
]
const serverWithOwnModules = [
  // Fake timers of a package that keeps one real timer for the whole process once it has made a call.
  'src/server/platform/basics/outbound-deadlines.test.ts',
  // The plans as they are sold.
  'src/contract/plans.test.ts',
]

export default defineConfig({
  test: {
    // One throwaway PostgreSQL for the whole run; each test file takes databases of its own from it.
    globalSetup: 'tests/support/global-setup.ts',
    // One more than the two cores of a small machine: tests of whole processes mostly wait.
    maxWorkers: 3,
    // Limits for what hangs. A slow machine must not reach them.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          ...server,
          setupFiles: ['tests/support/pinned-plans.ts', ...server.setupFiles],
          name: 'server',
          include: [
            'src/{contract,domains,geography,json,place-files,sandbox,server,site-reader,threads,words}/**/*.test.ts',
            'scripts/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
          exclude: serverWithOwnModules,
          // Files in one process share its modules, which takes a third less CPU time. So no test file may mock a module.
          isolate: false,
        },
      },
      { extends: true, test: { ...server, name: 'server, own modules', include: serverWithOwnModules } },
      {
        extends: true,
        test: {
          ...server,
          name: 'whole server',
          include: ['tests/*.test.ts', 'tests/faults/*.test.ts'],
          // Several real processes share two cores. A test that needs its second try is named at the end of `npm test`.
          retry: 1,
          // As above: otherwise each file would load the whole server again.
          isolate: false,
        },
      },
      {
        extends: true,
        // Files share a process, which takes less than half the CPU time. `web-setup.ts` tidies up after each test.
        test: {
          ...web,
          name: 'web',
          include: ['src/web/**/*.test.{ts,tsx}'],
          exclude: webWithOwnModules,
          isolate: false,
        },
      },
      { extends: true, test: { ...web, name: 'web, own modules', include: webWithOwnModules } },
    ],
  },
})
