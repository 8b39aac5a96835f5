import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { doubtsOf } from './production.rules.ts'

const good = {
  NODE_ENV: 'production',
  PAYMENTS_SANDBOX: 'off',
  PUBLIC_URL: 'https://leads.example',
  DATABASE_URL: 'postgresql://leadline:N7rW2kq9Zt4xVb@db.internal/leadline',
  SMTP_URL: 'smtp://leadline:mail-word@mail.example:587?requireTLS=true',
}

test.each([
  ['PUBLIC_URL', 'http://leads.example'],
  ['DATABASE_URL', 'postgresql://leadline@db.internal/leadline'],
  ['DATABASE_URL', 'postgresql://leadline:short@db.internal/leadline'],
  ['DATABASE_URL', 'postgresql://leadline:password123456@db.internal/leadline'],
  ['SMTP_URL', 'smtp://leadline:mail-word@mail.example:587'],
])('production does not start with %s %s, and tells no secret', (setting, value) => {
  const start = () => readConfig({ ...good, [setting]: value })
  expect(start).toThrow(new RegExp(`^Wrong settings:\n {2}${setting}: Expected [^\n]+$`))
  expect(start).not.toThrow(/short|password123456|mail-word/)
  expect(readConfig({ ...good, [setting]: value, NODE_ENV: 'development' })).toHaveProperty(setting, value)
})

test('production does not start without the address that people use, which links of mails need; elsewhere it does', () => {
  const { PUBLIC_URL, ...others } = good
  expect(() => readConfig(others)).toThrow(
    /^Wrong settings:\n {2}PUBLIC_URL: Expected .*https:\/\/leads\.example[^\n]+$/,
  )
  expect(() => readConfig({ ...others, NODE_ENV: 'development' })).not.toThrow()
  expect(PUBLIC_URL).toBe('https://leads.example')
})

test('an https address without a trusted proxy is doubted at the start', () => {
  expect(doubtsOf(readConfig(good))).toEqual([expect.stringContaining('TRUST_PROXY=on')])
  expect(doubtsOf(readConfig({ ...good, TRUST_PROXY: 'on' }))).toEqual([])
  expect(doubtsOf(readConfig({}))).toEqual([])
})

test.each([
  ['PUBLIC_URL', 'http://127.0.0.1:3000'],
  ['DATABASE_URL', 'postgresql://leadline@127.0.0.1/leadline'],
  ['SMTP_URL', 'smtp://127.0.0.1:1025'],
])('production starts with %s %s on the machine itself', (setting, value) => {
  expect(readConfig({ ...good, [setting]: value })).toHaveProperty(setting, value)
})
