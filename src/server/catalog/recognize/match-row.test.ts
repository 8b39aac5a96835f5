import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DescribedBusiness } from './described-business.ts'
import { matchRow } from './match-row.ts'
import type { Candidate } from './recognize.repository.ts'

const onPearl = { street: '1427 Pearl St', city: 'Boulder', state: 'CO', zip: '80302' }
const nowhere = { phone: null, domain: null, street: null, city: null, state: null, zip: null }
const place = (name: string, facts: Partial<Candidate> = {}): Candidate => ({
  ...nowhere,
  ...onPearl,
  name,
  at: 0,
  id: 1,
  key: 'own:1',
  lat: 40,
  lon: -105,
  headPhone: null,
  ...facts,
})
const row = (name: string, facts: Partial<DescribedBusiness> = {}): DescribedBusiness => ({
  ...nowhere,
  ...onPearl,
  name,
  ...facts,
})
const inTown = { street: null, zip: null }

test.each<[string, string, string, Partial<DescribedBusiness>]>([
  [
    'a branch with its number, its quarter, and the phone of the chain',
    'STARBUCKS STORE #13525 - CROSSBAY',
    'Starbucks',
    { phone: 18_007_827_282 },
  ],
  ['the name behind that of the owner', 'BIG RED GROUP LLC DBA THE POST CHICKEN & BEER', 'The Post Chicken & Beer', {}],
  ['initials, and a legal form in full', 'J V A INCORPORATED', 'JVA, Inc.', {}],
  [
    'a numbered street in words, and a floor',
    'Adler Plumbing',
    'Adler Plumbing',
    { street: '1427 FIRST STREET 5TH FL' },
  ],
  ['a town that nobody knows', 'Adler Plumbing', 'Adler Plumbing', { city: null }],
])('%s: the row is surely the place', (_, name, other, facts) => {
  const street = facts.street === undefined ? onPearl.street : '1427 1st St'
  expect(matchRow(row(name, facts), [place(other, { street, phone: 13_034_400_001 })]).match).toBe('sure')
})

test.each<[string, string, string, Partial<DescribedBusiness>]>([
  ['an agent at the address of the insurance', 'Amber Chow State Farm', 'State Farm Insurance', {}],
  ['a person and a shop', 'Tom Peters / Beat Bookshop', 'Beat Book Shop', {}],
  ['a shop, and whose attention a letter needs', 'Adler Plumbing, Attn: Bob Miller', 'Adler Plumbing', {}],
  ['another tenant with an uncommon word of the name', 'Peak Ridge Advisors', 'Peak Home Partners', {}],
  ['a part of the name, and the town', 'Rebel and Rose', 'Rebel & Rose Salon', inTown],
  ['the name with the town in it', 'Kumon Boulder', 'Kumon Math and Reading Center', inTown],
])('%s: the user is asked', (_, name, other, facts) => {
  expect(matchRow(row(name, facts), [place(other)]).match).toBe('likely')
})

test.each<[string, string, string, Partial<DescribedBusiness>]>([
  ['another shop in a mall whose name both have', 'Popeyes Twenty Ninth Street Mall', 'Zales Jewelers', {}],
  ['another name, and the town', 'Rebel Yoga', 'Rebel & Rose Salon', inTown],
  ['the name in another town', 'Kumon', 'Kumon', { ...inTown, city: 'Denver' }],
])('%s: the row is not the place', (_, name, other, facts) => {
  expect(matchRow(row(name, facts), [place(other)]).match).toBe('none')
})

test('a new branch of a chain is not taken for those at other addresses', () => {
  const website = { domain: 'choptsalad.example' }
  const branch = (id: number) => place('Chopt', { ...website, id, key: `own:${id}`, street: `${id}00 Walnut St` })
  const moved = [branch(1), branch(2)]
  expect(matchRow(row('Chopt - Pearl St', website), moved).match).toBe('likely')
  expect(matchRow(row('Chopt - Pearl St', website), [...moved, branch(3)]).match).toBe('none')
  const called = { ...branch(4), phone: 13_034_400_001 }
  const keys = matchRow(row('Chopt', { ...website, phone: 13_034_400_001 }), [...moved, branch(3), called]).keys
  expect(keys).toEqual(['own:4'])
})

test('the order of the words in its name does not change which place a full row is', () => {
  const words =
    'Ann Lee Adler Boulder Dental Family Center Smiles St Peak 29 MD LLC Pizza of in at the & Hotel Pharmacy A B'
  const named = fc.uniqueArray(fc.constantFrom(...words.split(' ')), { minLength: 2, maxLength: 6 })
  const sorted = named.chain(all => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })))
  const same = { phone: 13_034_400_001, domain: 'adler.com' }
  fc.assert(
    fc.property(sorted, fc.subarray(['phone', 'domain'] as const), ([name, other], without) => {
      const facts = { ...same, ...Object.fromEntries(without.map(fact => [fact, null])) }
      const matchOf = (of: readonly string[]) => matchRow(row(of.join(' '), facts), [place(name.join(' '), same)])
      expect([other, matchOf(other)]).toEqual([other, matchOf(name)])
    }),
    { numRuns: 1000 },
  )
})
