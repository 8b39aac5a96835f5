import { expect, test } from 'vitest'
import { type ExistenceEvidence, existenceProbability } from './existence.rules.ts'
import { existenceLine } from './score-lines.ts'
import { isDoubtful } from './score.rules.ts'

const complete: ExistenceEvidence = {
  confidence: 0.97,
  provider: 'meta',
  sourceCount: 1,
  phone: 13_034_400_000,
  domain: 'joes.example',
  street: '12 Pearl St',
  zip: '80302',
  hasZip4: false,
  category: 'plumbing',
  ageDays: 30,
}
const percent = (change: Partial<ExistenceEvidence>) =>
  Math.round(100 * existenceProbability({ ...complete, ...change }))

const line = (openPercent: number | null, hasSecondSource: boolean) =>
  existenceLine({ confidencePercent: 20, openPercent, sourceCount: 1, hasSecondSource }, 0, 40)

test('a place is more likely open with a confidence, contacts, an address, and recent evidence', () => {
  expect(percent({})).toBe(95)
  expect(percent({ confidence: 0.3 })).toBe(81)
  expect(percent({ confidence: 0.11 })).toBe(70)
  expect(percent({ phone: null, domain: null })).toBe(92)
  expect(percent({ street: null, zip: null })).toBe(77)
  expect(percent({ ageDays: 1000 })).toBe(92)
  expect(percent({ ageDays: null })).toBe(95)
})

test('a checked address, and a date of its own that is new, make a place more likely open', () => {
  expect(percent({ hasZip4: true })).toBeGreaterThan(percent({}))
  const [microsoft, fresh] = [{ provider: 'Microsoft', confidence: 0.77 }, { ageDays: 30 }]
  expect(percent({ ...microsoft, ...fresh })).toBeGreaterThan(percent({ ...microsoft, ageDays: 300 }))
  expect(percent({ ...microsoft, ageDays: 300 })).toBeGreaterThan(percent({ ...microsoft, ageDays: 500 }))
  expect(percent({ ageDays: 30 })).toBe(percent({ ageDays: 500 }))
})

test('restaurants and holiday homes close more often than others, and machines vanish', () => {
  const kinds = ['plumbing', 'thai_restaurant', 'holiday_rental_home', 'self_service_kiosk']
  const shares = kinds.map(category => percent({ category }))
  expect(shares).toEqual(shares.toSorted((a, b) => b - a))
  expect(new Set(shares).size).toBe(4)
  expect(percent({ category: 'barber' })).toBe(percent({ category: null }))
})

test('a confidence that a provider gives to all its places counts less than an estimated one, however high it is', () => {
  expect(percent({ confidence: 0.77 })).toBeLessThan(percent({ confidence: 0.95 }))
  expect(percent({ confidence: 1 })).toBe(percent({ confidence: 0.77 }))
})

test('a place that is more likely gone than open is doubtful, unless another source of ours has it', () => {
  const traces = percent({ confidence: 0.2, street: null, zip: null, domain: null, phone: null })
  expect(traces).toBeLessThan(50)
  expect(isDoubtful([line(traces, false)])).toBe(true)
  expect(isDoubtful([line(traces, true)])).toBe(false)
  expect(isDoubtful([line(50, false)])).toBe(false)
  expect(isDoubtful([line(null, false)])).toBe(false)
})
