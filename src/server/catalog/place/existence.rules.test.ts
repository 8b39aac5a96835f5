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
  ageDays: 30,
}
const percent = (change: Partial<ExistenceEvidence>) =>
  Math.round(100 * existenceProbability({ ...complete, ...change }))

const line = (openPercent: number | null, hasSecondSource: boolean) =>
  existenceLine({ confidencePercent: 20, openPercent, sourceCount: 1, hasSecondSource }, 0, 40)

test('a place is more likely open with a confidence, contacts, an address, and recent evidence', () => {
  expect(percent({})).toBe(96)
  expect(percent({ confidence: 0.2 })).toBe(85)
  expect(percent({ phone: null, domain: null })).toBe(92)
  expect(percent({ street: null, zip: null })).toBe(80)
  expect(percent({ ageDays: 1000 })).toBe(91)
  expect(percent({ ageDays: null })).toBe(96)
})

test('a confidence that a provider gives to all its places counts less than an estimated one, however high it is', () => {
  expect(percent({ confidence: 0.77, provider: 'Microsoft' })).toBe(89)
  expect(percent({ confidence: 1, provider: 'DAC' })).toBe(89)
  expect(percent({ confidence: 0.95, provider: 'Microsoft' })).toBe(93)
})

test('a place that is more likely gone than open is doubtful, unless another source of ours has it', () => {
  const traces = percent({ confidence: 0.2, street: null, zip: null, domain: null, phone: null })
  expect(traces).toBeLessThan(50)
  expect(isDoubtful([line(traces, false)])).toBe(true)
  expect(isDoubtful([line(traces, true)])).toBe(false)
  expect(isDoubtful([line(50, false)])).toBe(false)
  expect(isDoubtful([line(null, false)])).toBe(false)
})
