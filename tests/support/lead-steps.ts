import * as fc from 'fast-check'
import { type PlaceFault, placeFaults } from '#contract/admin/place-overrides.ts'
import { type ReportReason, reportReasons } from '#contract/leads/lead-report.ts'
import type { LeadAction } from '#contract/leads/lead-work.ts'
import type { SuppressionEntry } from '#server/catalog/suppression/suppression.rules.ts'
import { inBoulder } from '#tests/support/imports.ts'
import type { TestPlace } from '#tests/support/overture-file.ts'
import type { TestFact } from '#tests/support/visited-sites.ts'

const BUSINESSES = 9
export const PHONES = 6
export const USERS = 3
export const HOT = 'Hot'
export const FOLLOW_UP = '2026-05-04'
const websites = [null, 'https://ann-plumbing.org', 'https://www.facebook.com/ann', 'https://bob-plumbing.org/us']
export const phoneOf = (n: number): string => `303-440-000${n}`
const entries: SuppressionEntry[] = [
  ...[0, 1, 2].map(n => ({ kind: 'phone' as const, value: `1303440000${n}` })),
  { kind: 'domain', value: 'ann-plumbing.org' },
  { kind: 'place', value: 'overture:business-3' },
]

/** Catalog changes and user actions, in random order. */
export type Step =
  | { kind: 'release'; places: TestPlace[] }
  | { kind: 'list'; rows: { name: string; phone: number; website: string | null; at: number }[] }
  | { kind: 'drop'; source: 'overture' | 'own' }
  | { kind: 'suppress' | 'allow'; entry: SuppressionEntry }
  /** Of the user's own do-not-contact list. */
  | { kind: 'addEntry'; user: number; entry: SuppressionEntry }
  | { kind: 'removeEntry'; user: number; entry: SuppressionEntry }
  | { kind: 'visit'; domain: string; facts: TestFact[] }
  | { kind: 'jobs' }
  | { kind: 'know'; user: number; rows: { at: number; phone: number; website: string | null }[] }
  | { kind: 'forget'; user: number }
  | { kind: 'pull'; user: number; words: string; skipOwned: boolean }
  | { kind: 'report'; user: number; at: number; reason: ReportReason }
  | { kind: 'work'; user: number; at: number; action: LeadAction | 'tag' }
  | { kind: 'correct'; at: number; fault: PlaceFault; witnesses: number }
  | { kind: 'uncorrect' }

const website = fc.constantFrom(...websites)
const phone = fc.integer({ min: 0, max: PHONES })
/** A business that may get another id, as when its source renames it. */
const business = fc
  .record({ at: fc.integer({ min: 0, max: BUSINESSES - 1 }), isRenamed: fc.boolean(), phone, website })
  .map(({ at, isRenamed, phone: number, website: site }): TestPlace & { at: number } => ({
    at,
    id: isRenamed ? `renamed-${at}` : `business-${at}`,
    name: `${isRenamed ? 'New' : 'Old'} Plumbing ${'ABCDEFGHI'[at] ?? ''}`,
    lat: inBoulder.lat + at / 1000,
    lon: inBoulder.lon,
    phones: number === PHONES ? null : [phoneOf(number)],
    websites: [site],
    emails: at % 3 === 0 ? [`ann-${at}@gmail.com`] : null,
    street: `${100 + at} Pearl Street`,
  }))
export const release = fc.uniqueArray(business, { selector: ({ at }) => at, minLength: 2, maxLength: BUSINESSES })
export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: release.map(places => ({ kind: 'release' as const, places })) },
  {
    weight: 2,
    arbitrary: fc
      .array(
        fc.record({ name: fc.constantFrom('Old Plumbing A', 'New Plumbing B', 'Else'), phone, website, at: fc.nat(2) }),
        { minLength: 1, maxLength: 3 },
      )
      .map(rows => ({ kind: 'list' as const, rows })),
  },
  { weight: 1, arbitrary: fc.constantFrom('overture', 'own').map(source => ({ kind: 'drop' as const, source })) },
  { weight: 3, arbitrary: fc.constantFrom(...entries).map(entry => ({ kind: 'suppress' as const, entry })) },
  { weight: 2, arbitrary: fc.constantFrom(...entries).map(entry => ({ kind: 'allow' as const, entry })) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('addEntry' as const),
      user: fc.nat(USERS - 1),
      entry: fc.constantFrom(...entries),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('removeEntry' as const),
      user: fc.nat(USERS - 1),
      entry: fc.constantFrom(...entries),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('visit' as const),
      domain: fc.constantFrom('ann-plumbing.org', 'bob-plumbing.org'),
      facts: fc.subarray<TestFact>([
        { kind: 'email', value: 'info@ann-plumbing.org' },
        { kind: 'phone', value: '13034400004' },
        { kind: 'rating', value: '4.8 (63)' },
        { kind: 'gone', value: 'parked' },
      ]),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: 'jobs' as const }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('pull' as const),
      user: fc.nat(USERS - 1),
      words: fc.constantFrom('plumbers', '"Old Plumbing"', '"New Plumbing"'),
      skipOwned: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('know' as const),
      user: fc.nat(USERS - 1),
      rows: fc.array(fc.record({ at: fc.nat(BUSINESSES), phone, website }), { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('forget' as const), user: fc.nat(USERS - 1) }) },
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('report' as const),
      user: fc.nat(USERS - 1),
      at: fc.nat(BUSINESSES),
      reason: fc.constantFrom(...reportReasons),
    }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('work' as const),
      user: fc.nat(USERS - 1),
      at: fc.nat(BUSINESSES),
      action: fc.constantFrom<LeadAction | 'tag'>(
        { kind: 'status', status: 'contacted' },
        { kind: 'status', status: 'new' },
        { kind: 'followUp', on: FOLLOW_UP },
        'tag',
      ),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('correct' as const),
      at: fc.nat(BUSINESSES),
      fault: fc.constantFrom(...placeFaults),
      witnesses: fc.constantFrom(2, 3),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'uncorrect' as const }) },
)
