import { expect, test } from 'vitest'
import { describeReport, describeResult } from './lead-reports.queries.ts'

const none = { credited: 0, waiting: 0, free: 0, reports: [] }
const nothingLeftOut = { reportedBefore: 0, samples: 0, doNotContact: 0, tooOld: 0 }

test.each([
  [{ credited: 1 }, '1 lead was credited.'],
  [{ credited: 2, waiting: 1 }, '2 leads were credited. 1 report waits for an administrator.'],
  [{ waiting: 2 }, '2 reports wait for an administrator.'],
  [{ free: 3 }, '3 leads had cost nothing.'],
])('after a report, users read what became of it: %j', (result, words) => {
  expect(describeResult({ ...none, leftOut: nothingLeftOut, ...result })).toBe(words)
})

test.each([
  ['reportedBefore', '2 leads were reported before.'],
  ['samples', '2 leads are samples and cannot be reported.'],
  ['doNotContact', '2 leads are on the do-not-contact list already.'],
  ['tooOld', '2 leads were loaded more than 30 days ago and cannot be reported.'],
])('after a report, users read why leads were left out: %s', (reason, words) => {
  expect(describeResult({ ...none, leftOut: { ...nothingLeftOut, [reason]: 2 } })).toBe(words)
})

test.each([
  ['credited', 'Reported as wrong number. It was credited.'],
  ['waiting', 'Reported as wrong number. An administrator will decide about the credit.'],
  ['refused', 'Reported as wrong number. It was not credited.'],
  ['free', 'Reported as wrong number. It had cost nothing.'],
] as const)('a reported lead says what became of the report: %s', (state, words) => {
  const report = { reason: 'wrong_number', state, at: '2026-04-15T10:00:00.000Z' } as const
  expect(describeReport({ ...report, isOwn: true })).toBe(words)
  expect(describeReport({ ...report, isOwn: false })).toBe('Closed soon after you got it. It was credited.')
})
