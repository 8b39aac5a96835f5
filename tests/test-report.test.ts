import { expect, test } from 'vitest'
import { addCounts, countBrowserTests, countGate, countTests } from '../scripts/test-report.mjs'

const fileOf = (...statuses: [title: string, status: string][]) => ({
  testResults: [
    {
      name: 'a.test.ts',
      status: 'passed',
      assertionResults: statuses.map(([fullName, status]) => ({ fullName, status })),
    },
  ],
})

const stageWith = (...unstable: string[]) => ({ passed: 5, failed: [], unstable })

const spec = (title: string, status: string) => ({ title, tests: [{ status }] })

test('a test that did not run counts as a failure', () => {
  const report = fileOf(['works', 'passed'], ['left out', 'skipped'], ['planned', 'todo'])
  expect(countTests(report, 0)).toEqual({
    passed: 1,
    failed: ['left out (skipped)', 'planned (todo)'],
    excused: [],
    unstable: [],
  })
})

test('a test without its real files is named but does not fail', () => {
  const report = fileOf(
    ['works', 'passed'],
    ['Boulder imports (left out: no real files next to the project)', 'skipped'],
  )
  expect(countTests(report, 0)).toEqual({
    passed: 1,
    failed: [],
    excused: ['Boulder imports (left out: no real files next to the project)'],
    unstable: [],
  })
})

test('a test file that does not load counts as a failure', () => {
  const report = { testResults: [{ name: 'broken.test.ts', status: 'failed', assertionResults: [] }] }
  expect(countTests(report, 1).failed).toEqual(['broken.test.ts'])
})

test('a tool that fails without a failed test counts as a failure', () => {
  expect(countTests(fileOf(['works', 'passed']), 1).failed).toEqual(['vitest ended with code 1'])
  expect(countTests(undefined, 0).failed).toEqual(['vitest ended with code 0'])
  expect(countGate(undefined, 1).failed).toEqual(['the gate ended with code 1'])
})

test('a test that passed on its second try is named', () => {
  const inner = { title: 'search', specs: [spec('late one', 'flaky'), spec('skipped one', 'skipped')] }
  const report = { suites: [{ title: 'a.spec.ts', specs: [spec('good one', 'expected')], suites: [inner] }] }
  expect(countBrowserTests(report, 0)).toEqual({
    passed: 2,
    failed: ['a.spec.ts > search > skipped one (skipped)'],
    excused: [],
    unstable: ['a.spec.ts > search > late one'],
  })
  const late = { fullName: 'a slow server', status: 'passed', failureMessages: ['AssertionError'] }
  const tests = { testResults: [{ name: 'a.test.ts', status: 'passed', assertionResults: [late] }] }
  expect(countTests(tests, 0)).toMatchObject({ passed: 1, failed: [], unstable: ['a slow server'] })
})

test('unstable tests fail a run only if it asks for that', () => {
  const stages = [stageWith('one', 'two'), stageWith('three')]
  expect(addCounts(stages)).toEqual({ passed: 10, failed: [] })
  expect(addCounts(stages, { failsIfUnstable: true })).toEqual({ passed: 7, failed: ['one', 'two', 'three'] })
})

test('the last line adds up all stages', () => {
  const gate = countGate({ passed: 3, failed: ['format'] }, 1)
  expect(addCounts([gate, { passed: 2, failed: [], unstable: [] }])).toEqual({ passed: 5, failed: ['format'] })
})
