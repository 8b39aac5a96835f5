import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { hasKnownVulnerabilities, oldestSafeNode, startupWarnings } from './production.rules.ts'

const good = {
  NODE_ENV: 'production',
  PAYMENTS_SANDBOX: 'off',
  PUBLIC_URL: 'https://leads.example',
  DATABASE_URL: 'postgresql://leadline:N7rW2kq9Zt4xVb@db.internal/leadline',
  SMTP_URL: 'smtp://leadline:mail-word@mail.example:587?requireTLS=true',
  MAIL_FROM: 'Leads <no-reply@leads.example>',
  SUPPORT_EMAIL: 'help@leads.example',
}

test.each([
  ['PUBLIC_URL', 'http://leads.example'],
  ['DATABASE_URL', 'postgresql://leadline@db.internal/leadline'],
  ['DATABASE_URL', 'postgresql://leadline:short@db.internal/leadline'],
  ['DATABASE_URL', 'postgresql://leadline:N7rW2kq9Zt4@db.internal/leadline'],
  ['DATABASE_URL', 'postgresql://leadline:password123456@db.internal/leadline'],
  ['SMTP_URL', 'smtp://leadline:mail-word@mail.example:587'],
])('production does not start with %s %s, and reveals no secret', (setting, value) => {
  const start = () => readConfig({ ...good, [setting]: value })
  expect(start).toThrow(new RegExp(`^Wrong settings:\n {2}${setting}: Expected [^\n]+$`))
  expect(start).not.toThrow(/short|password123456|mail-word/)
  expect(readConfig({ ...good, [setting]: value, NODE_ENV: 'development' })).toHaveProperty(setting, value)
})

test('production does not start without PUBLIC_URL, which links in mail need; other modes do', () => {
  const { PUBLIC_URL, ...others } = good
  expect(() => readConfig(others)).toThrow(
    /^Wrong settings:\n {2}PUBLIC_URL: Expected .*https:\/\/leads\.example[^\n]+$/,
  )
  expect(() => readConfig({ ...others, NODE_ENV: 'development' })).not.toThrow()
  expect(PUBLIC_URL).toBe('https://leads.example')
})

test('an https address without a trusted proxy logs a warning at startup', () => {
  expect(startupWarnings(readConfig(good), oldestSafeNode)).toEqual([expect.stringContaining('TRUST_PROXY=on')])
  expect(startupWarnings(readConfig({ ...good, TRUST_PROXY: 'on' }), oldestSafeNode)).toEqual([])
  expect(startupWarnings(readConfig({}), oldestSafeNode)).toEqual([])
})

const warnings = (settings: object) =>
  startupWarnings(readConfig({ ...good, TRUST_PROXY: 'on', ...settings }), oldestSafeNode)

test('a start in production that sends no mail, or uses an address of the examples, logs a warning', () => {
  expect(warnings({})).toEqual([])
  expect(warnings({ SMTP_URL: '' })).toEqual([expect.stringContaining('SMTP_URL is unset')])
  expect(warnings({ MAIL_FROM: '', SUPPORT_EMAIL: '' })).toEqual([
    expect.stringContaining('MAIL_FROM is an example'),
    expect.stringContaining('SUPPORT_EMAIL is an example'),
  ])
  expect(warnings({ NODE_ENV: 'development', SMTP_URL: '', MAIL_FROM: '', SUPPORT_EMAIL: '' })).toEqual([])
})

test.each([
  ['production', '26.12.0', [expect.stringContaining('install 26.12.1 or newer')]],
  ['production', '26.10.0', [expect.stringContaining('Node.js 26.10.0 has known vulnerabilities')]],
  ['production', '24.99.99', [expect.stringContaining('known vulnerabilities')]],
  ['production', '26.12.1', []],
  ['production', '27.0.0', []],
  ['development', '26.10.0', []],
])('a start in %s on Node %s warns about known vulnerabilities if there are any', (NODE_ENV, version, doubts) => {
  expect(startupWarnings(readConfig({ ...good, TRUST_PROXY: 'on', NODE_ENV }), version)).toEqual(doubts)
})

test('the Docker image uses the same version rule', () => {
  const dockerfile = readFileSync(path.resolve(import.meta.dirname, '../../../../Dockerfile'), 'utf8')
  const [, script = ''] = /^RUN node -e "(import\(.*hasKnownVulnerabilities.*)"$/m.exec(dockerfile) ?? []
  const { status, stderr } = spawnSync(process.execPath, ['-e', script], { cwd: path.resolve('.'), encoding: 'utf8' })
  // A script that fails in another way, such as by a file that is gone, refuses every version.
  const refusal = `Node.js ${process.version} is older than ${oldestSafeNode}\n`
  expect({ status, stderr }).toEqual(
    hasKnownVulnerabilities(process.versions.node) ? { status: 1, stderr: refusal } : { status: 0, stderr: '' },
  )
  expect(script).not.toBe('')
})

test.each([
  ['PUBLIC_URL', 'http://127.0.0.1:3000'],
  ['DATABASE_URL', 'postgresql://leadline@127.0.0.1/leadline'],
  ['SMTP_URL', 'smtp://127.0.0.1:1025'],
])('production starts with %s %s on the same machine', (setting, value) => {
  expect(readConfig({ ...good, [setting]: value })).toHaveProperty(setting, value)
})
