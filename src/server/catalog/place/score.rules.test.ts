import { describe, expect, test } from 'vitest'
import { existenceLine } from './score-lines.ts'
import { isDoubtful, type ScoreEvidence, scorePlace } from './score.rules.ts'

const complete: ScoreEvidence = {
  phone: 13034400000,
  website: 'https://flatironsplumbing.com',
  domain: 'flatironsplumbing.com',
  email: 'office@flatironsplumbing.com',
  socials: ['https://www.facebook.com/flatironsplumbing'],
  street: '1630 Pearl St',
  city: 'Boulder',
  state: 'CO',
  zip: '80302',
  hasZip4: true,
  category: 'plumbing',
  confidence: 0.97,
  provider: 'Meta',
  sourceCount: 2,
  confirmedOn: '2026-04-06',
  asOf: '2026-04-15',
  hasSpecificCategory: true,
  rating: null,
  reviewCount: null,
}
const earned = (evidence: Partial<ScoreEvidence>, code: string) =>
  scorePlace({ ...complete, ...evidence }).scoreLines.find(line => line.code === code)?.earned

describe('quality score', () => {
  test('a complete, fresh, and certain place scores 100', () => {
    const { quality, scoreLines } = scorePlace(complete)
    expect(quality).toBe(100)
    expect(scoreLines.map(line => line.possible)).toEqual([20, 15, 15, 10, 60, 10, 5, 5])
  })

  test('a place with little confidence and only a phone number is probably gone: at most 59', () => {
    const trace = { domain: null, website: null, street: null, zip: null, confidence: 0.11, sourceCount: 1 }
    const { quality, scoreLines } = scorePlace({ ...complete, ...trace, confirmedOn: '2020-01-01', rating: 5 })
    expect(quality).toBeLessThanOrEqual(59)
    expect(scoreLines.find(line => line.code === 'existence')).toMatchObject({ earned: 0, possible: 60 })
  })

  test('a place is doubtful if it is more likely closed than open, unless another source has it', () => {
    const origin = { confidencePercent: 50, sourceCount: 1 }
    const doubtful = [49, 50].map(openPercent =>
      [false, true].map(hasSecondSource =>
        isDoubtful([existenceLine({ ...origin, openPercent, hasSecondSource }, 0, 60)]),
      ),
    )
    expect(doubtful).toEqual([
      [true, false],
      [false, false],
    ])
  })

  test('a lead with all contacts is not excellent if its only source has little confidence', () => {
    expect(scorePlace({ ...complete, confidence: 0.11, sourceCount: 1 }).quality).toBeLessThan(80)
  })

  test('a lead without email and rating does not get the full score, even if its source never has them', () => {
    expect(scorePlace({ ...complete, email: null }).quality).toBe(89)
  })

  test.each([
    ['a toll-free number', { phone: 18005550100 }, 'phone', 16],
    ['no number', { phone: null }, 'phone', 0],
    ['a social page as website', { website: 'https://www.facebook.com/x', domain: null }, 'website', 6],
    ['a free mailbox', { email: 'joe@gmail.com' }, 'email', 8],
    ["a mailbox on someone else's domain", { email: 'joe@landlord.com' }, 'email', 8],
    ['a mailbox on a host of the own domain', { email: 'joe@mail.flatironsplumbing.com' }, 'email', 15],
    ['a mailbox on a domain that ends like the own one', { email: 'joe@notflatironsplumbing.com' }, 'email', 8],
    ['a mailbox on the own domain without a website', { website: null, domain: null }, 'email', 15],
    ['an address without a street', { street: null }, 'address', 5],
    ['a second independent source', { confidence: 0.5 }, 'existence', 44],
    ['one source', { confidence: 0.5, sourceCount: 1 }, 'existence', 38],
    ['a source that does not say how sure it is', { confidence: null }, 'existence', 30],
    ['evidence of half a year ago', { confirmedOn: '2025-10-14' }, 'freshness', 10],
    ['evidence of more than half a year ago', { confirmedOn: '2025-10-13' }, 'freshness', 8],
    ['evidence of more than a year ago', { confirmedOn: '2025-04-14' }, 'freshness', 5],
    ['evidence of more than two years ago', { confirmedOn: '2024-04-14' }, 'freshness', 3],
    ['evidence of more than three years ago', { confirmedOn: '2023-04-15' }, 'freshness', 0],
    ['many reviews of 5.0', { rating: 5, reviewCount: 990 }, 'rating', 10],
    ['one review of 1.0', { rating: 1, reviewCount: 1 }, 'rating', 7],
  ] as const)('%s earns what it is worth', (_, evidence, code, points) => {
    expect(earned(evidence, code)).toBe(points)
  })

  test('freshness says that it is measured against the release, which may be months old', () => {
    const { scoreLines } = scorePlace(complete)
    expect(scoreLines.find(({ code }) => code === 'freshness')?.detail).toMatch(/^confirmed within .+ of the release$/)
  })

  test('a place without phone and email scores at most 39 and says why', () => {
    const { quality, scoreLines } = scorePlace({ ...complete, phone: null, email: null })
    expect(quality).toBe(39)
    expect(scoreLines.at(-1)?.detail).toBe('neither phone nor email: 39 at most')
  })

  test('a temporarily closed place scores at most 39', () => {
    expect(scorePlace({ ...complete, isTemporarilyClosed: true }).quality).toBe(39)
    const poor = { ...complete, phone: null, email: null, website: null, domain: null, confidence: 0.2 }
    const closed = scorePlace({ ...poor, isTemporarilyClosed: true })
    expect(closed.quality).toBe(scorePlace(poor).quality)
    expect(closed.scoreLines.at(-1)?.detail).toBe('temporarily closed: 39 at most')
  })

  test('a limit above the score has no effect', () => {
    const contacts = { phone: null, email: null, website: null, domain: null, socials: [], street: null }
    const { quality, scoreLines } = scorePlace({ ...complete, ...contacts, confidence: 0.6, sourceCount: 1 })
    expect(quality).toBeLessThan(39)
    expect(scoreLines.some(({ limit }) => limit !== undefined)).toBe(false)
  })
})
