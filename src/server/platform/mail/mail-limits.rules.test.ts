import { expect, test } from 'vitest'
import { secondsToWait } from '#server/platform/limits/hit-log.ts'
import { isResetDue, limitsOf, mailboxOf, mailLimits } from './mail-limits.rules.ts'

const noon = new Date('2026-03-01T12:00:00Z')
const minutes = (count: number) => new Date(noon.getTime() + count * 60_000)

test('a limit applies to any hour, wherever it begins', () => {
  const sent = [0, 56, 57, 58, 59].map(minutes)
  expect(secondsToWait(sent, mailLimits.receiver, minutes(59))).toBe(60)
  expect(secondsToWait(sent, mailLimits.receiver, minutes(60))).toBe(0)
  expect(secondsToWait([...sent, minutes(60)], mailLimits.receiver, minutes(61))).toBe(55 * 60)
})

test('an account has a limit per day as well as per hour', () => {
  const sent = Array.from({ length: 20 }, (_, index) => minutes(index * 30))
  expect(secondsToWait(sent, mailLimits.unverified, minutes(20 * 30))).toBe(14 * 3600)
  expect(secondsToWait(sent.slice(1), mailLimits.unverified, minutes(20 * 30))).toBe(0)
})

test('different spellings of an address are one mailbox', () => {
  const spellings = ['Jo.Doe@gmail.com', 'jodoe+news@GMAIL.com', ' jodoe@googlemail.com', 'j.o.d.o.e+a+b@gmail.com']
  expect(new Set(spellings.map(mailboxOf))).toEqual(new Set(['jodoe@gmail.com']))
  expect(mailboxOf('Jo.Doe+x@Example.com')).toBe('jo.doe@example.com')
  expect(mailboxOf('+x@example.com')).toBe('+x@example.com')
})

test('mail of an account to its own confirmed address counts toward no other limit', () => {
  const to = { address: 'ann@example.com', isVerified: true }
  expect(limitsOf({ to, cause: { account: 7 } }).map(({ name }) => name)).toEqual(['mails of an account to itself'])
  expect(limitsOf({ to, cause: 'us' })).toEqual([])
})

test("mail caused by a visitor counts toward its recipient, even if the address is someone's confirmed one", () => {
  const to = { address: 'ann@example.com', isVerified: true }
  expect(limitsOf({ to, cause: 'visitor' }).map(({ name }) => name)).toEqual(['mails to an address'])
})

test('any number of password reset requests sends at most five mails an hour, and there is always a link that works for 40 minutes', () => {
  const all: Date[] = []
  for (let second = 0; second < 6 * 3600; second += 5) {
    const now = new Date(noon.getTime() + second * 1000)
    const working = all.filter(time => time.getTime() > now.getTime() - 3_600_000)
    if (isResetDue(working, now)) all.push(now)
    const newest = all.at(-1)?.getTime() ?? 0
    expect(newest + 3_600_000 - now.getTime()).toBeGreaterThanOrEqual(40 * 60_000)
    expect(all.filter(time => time.getTime() > now.getTime() - 3_600_000).length).toBeLessThanOrEqual(5)
  }
})

test('requests within a minute send one mail; later requests send another, up to three', () => {
  expect(isResetDue([], noon)).toBe(true)
  expect(isResetDue([noon], new Date(noon.getTime() + 59_000))).toBe(false)
  expect(isResetDue([noon], minutes(1))).toBe(true)
  expect(isResetDue([noon, minutes(1), minutes(2)], minutes(4))).toBe(false)
  expect(isResetDue([noon, minutes(1), minutes(2)], minutes(22))).toBe(true)
})
