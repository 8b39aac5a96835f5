// Counts the results of the test tools. A test that did not run is a failure, unless its title says that the real files
// are missing. A test that passed on its second try is unstable.
const excuse = 'no real files next to the project'

/** Adds up the counts of several stages. An unstable test has passed, unless it is to fail the run. */
export function addCounts(counts, { failsIfUnstable = false } = {}) {
  const unstable = failsIfUnstable ? counts.flatMap(count => count.unstable) : []
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0) - unstable.length,
    failed: [...counts.flatMap(({ failed }) => failed), ...unstable],
  }
}

export function countGate(report, exitCode) {
  const counts = { passed: report?.passed ?? 0, failed: report?.failed ?? [], excused: [], unstable: [] }
  return withExitCode(counts, exitCode, 'the gate')
}

/** From Vitest's JSON report. */
export function countTests(report, exitCode) {
  const files = report?.testResults ?? []
  const broken = files.filter(file => file.status === 'failed' && file.assertionResults.length === 0)
  const results = files.flatMap(file =>
    file.assertionResults.map(({ fullName, status, failureMessages = [] }) => ({
      title: fullName,
      status: status === 'passed' && failureMessages.length > 0 ? 'unstable' : status,
    })),
  )
  const counts = countResults(results)
  return withExitCode({ ...counts, failed: [...counts.failed, ...broken.map(({ name }) => name)] }, exitCode, 'vitest')
}

/** From Playwright's JSON report. */
export function countBrowserTests(report, exitCode) {
  const specs = (report?.suites ?? []).flatMap(suite => specsOf(suite, []))
  const results = specs.flatMap(({ title, tests }) =>
    tests.map(test => ({ title, status: browserStatuses[test.status] ?? test.status })),
  )
  return withExitCode(countResults(results), exitCode, 'playwright')
}

const browserStatuses = { expected: 'passed', unexpected: 'failed', flaky: 'unstable' }

function specsOf(suite, titles) {
  const path = [...titles, suite.title]
  const own = (suite.specs ?? []).map(spec => ({ title: [...path, spec.title].join(' > '), tests: spec.tests }))
  return [...own, ...(suite.suites ?? []).flatMap(inner => specsOf(inner, path))]
}

const isExcused = ({ title, status }) => status !== 'failed' && title.includes(excuse)

function countResults(results) {
  const unstable = results.filter(({ status }) => status === 'unstable')
  const notPassed = results.filter(({ status }) => status !== 'passed' && status !== 'unstable')
  return {
    passed: results.length - notPassed.length,
    failed: notPassed.filter(result => !isExcused(result)).map(({ title, status }) => `${title} (${status})`),
    excused: notPassed.filter(isExcused).map(({ title }) => title),
    unstable: unstable.map(({ title }) => title),
  }
}

// A tool can fail without a failed test: an unhandled error, a server that does not start, or no tests found.
function withExitCode(counts, exitCode, tool) {
  const isUnexplained = (exitCode !== 0 && counts.failed.length === 0) || counts.passed + counts.failed.length === 0
  return isUnexplained ? { ...counts, failed: [`${tool} ended with code ${exitCode}`] } : counts
}
