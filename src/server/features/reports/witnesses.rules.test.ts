import { expect, test } from 'vitest'
import { fairUse } from '#contract/leads/lead-reports.ts'
import { believedTimesFairUse, independentWitnesses, mistakeLimit, type Witness } from './witnesses.rules.ts'

/** All with the same last digits. */
const cards = (...fingerprints: (string | null)[]) => fingerprints.map(fingerprint => ({ last4: '4242', fingerprint }))
const witness = (userId: number, facts: Partial<Witness> = {}): Witness => ({
  userId,
  email: `someone${userId}@gmail.com`,
  cards: cards(`${userId}`),
  rank: 1,
  reports: 1,
  pulls: 20,
  mistakes: 0,
  ...facts,
})

test('accounts with nothing in common are independent', () =>
  expect(independentWitnesses([witness(3), witness(1), witness(2)], [])).toEqual([1, 2, 3]))

test.each([
  ['a card', { cards: cards('a', 'b') }, { cards: cards('b') }],
  ['the last digits of a card that is not read again', { cards: cards('a') }, { cards: cards(null) }],
  ['a mailbox', { email: 'bob.roe+1@gmail.com' }, { email: 'BobRoe+2@googlemail.com' }],
  ['a mailbox elsewhere', { email: 'bob+1@outlook.com' }, { email: 'bob@outlook.com' }],
  ['a company’s mail domain', { email: 'ann@rivals.com' }, { email: 'bob@mail.rivals.com' }],
])('accounts that share %s count as one', (_, a, b) =>
  expect(independentWitnesses([witness(1, a), witness(2, b)], [])).toEqual([1]),
)

test('accounts that are linked by a third one count as one', () => {
  const chain = [
    witness(1, { cards: cards('a') }),
    witness(2, { cards: cards('b') }),
    witness(3, { cards: cards('a', 'b') }),
  ]
  expect(independentWitnesses(chain, [])).toEqual([1])
})

test('a provider’s mail domain connects nobody', () =>
  expect(
    independentWitnesses([witness(1, { email: 'ann@outlook.com' }), witness(2, { email: 'bob@outlook.com' })], []),
  ).toEqual([1, 2]))

test('a business cannot be a witness about itself', () =>
  expect(independentWitnesses([witness(1, { email: 'ann@mail.annplumbing.org' })], ['annplumbing.org'])).toEqual([]))

test('of an account’s reports, only as many count as fair use allows', () => {
  const reports = [fairUse.atLeast, fairUse.atLeast + 1].map(rank => witness(1, { rank }))
  expect(reports.map(report => independentWitnesses([report], []).length)).toEqual([1, 0])
  const bulk = [5, 6].map(rank => witness(1, { rank, pulls: 100 }))
  expect(bulk.map(report => independentWitnesses([report], []).length)).toEqual([1, 0])
})

test('an account that reports far more than fair use allows is not believed at all', () => {
  const most = believedTimesFairUse * fairUse.atLeast
  const reporters = [most, most + 1].map(reports => witness(1, { reports }))
  expect(reporters.map(reporter => independentWitnesses([reporter], []).length)).toEqual([1, 0])
})

test('an account that was wrong too often is not believed', () => {
  const reports = [mistakeLimit - 1, mistakeLimit].map(mistakes => witness(1, { mistakes }))
  expect(reports.map(report => independentWitnesses([report], []).length)).toEqual([1, 0])
})
