// `npm test`: installs what is missing, then runs the checks and all tests, and ends with one line of counts.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { installMissing } from './machine.mjs'
import { nodeForTypeScript, PreparationError, prepareBuild, prepareInstall, run } from './prepare.mjs'
import { addCounts, countBrowserTests, countGate, countTests } from './test-report.mjs'

// A tool that hangs fails after this time.
const stageLimit = { timeout: 2 * 3_600_000, killSignal: 'SIGKILL' }
const reports = mkdtempSync(path.join(tmpdir(), 'leadline-reports-'))
try {
  process.exitCode = await main()
} catch (error) {
  console.error(error instanceof PreparationError ? error.message : error)
  console.log('0 passed, 1 failed')
  process.exitCode = 1
} finally {
  rmSync(reports, { recursive: true, force: true })
}

async function main() {
  await prepareInstall()
  const missing = installMissing()
  if (missing.length > 0)
    throw new PreparationError(
      `The tests need ${missing.join(' and ')}: on Debian, "sudo apt-get install ${missing.join(' ')}".`,
    )
  const stages = [
    await stage('gate', runGate),
    await stage('unit and whole-app tests', runTests),
    await stage('build', runBuild),
    await stage('browser journeys', runBrowserTests),
  ]
  console.log()
  for (const { name, counts, seconds } of stages) {
    console.log(`${name}: ${counts.passed} passed, ${counts.failed.length} failed (${seconds} s)`)
    for (const title of counts.failed) console.log(`  failed: ${title}`)
    for (const title of counts.excused) console.log(`  not run: ${title}`)
    for (const title of counts.unstable) console.log(`  unstable, passed on the second try: ${title}`)
  }
  const failsIfUnstable = process.env.UNSTABLE_TESTS === 'fail'
  const { passed, failed } = addCounts(
    stages.map(({ counts }) => counts),
    { failsIfUnstable },
  )
  console.log(`${passed} passed, ${failed.length} failed`)
  return failed.length === 0 ? 0 : 1
}

async function stage(name, work) {
  console.log(`\n== ${name} ==`)
  const started = Date.now()
  const counts = await work()
  return { name, counts, seconds: Math.round((Date.now() - started) / 1000) }
}

async function runGate() {
  const file = path.join(reports, 'gate.json')
  const code = await run(nodeForTypeScript(), ['scripts/check.ts'], { ...stageLimit, env: { CHECK_REPORT: file } })
  return countGate(readReport(file), code)
}

async function runTests() {
  const file = path.join(reports, 'tests.json')
  const code = await run(
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    stageLimit,
  )
  return countTests(readReport(file), code)
}

async function runBuild() {
  try {
    await prepareBuild()
    return { passed: 1, failed: [], excused: [], unstable: [] }
  } catch (error) {
    return { passed: 0, failed: [error.message], excused: [], unstable: [] }
  }
}

async function runBrowserTests() {
  const file = path.join(reports, 'browser.json')
  const code = await run('playwright', ['test', '--reporter=list,json'], {
    ...stageLimit,
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  })
  return countBrowserTests(readReport(file), code)
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
