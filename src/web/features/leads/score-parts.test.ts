import { expect, test } from 'vitest'
import type { ScoreLine } from '#contract/leads/leads.ts'
import { scoreParts } from './score-parts.ts'

const line = (earned: number, possible: number): ScoreLine => ({
  code: 'phone',
  label: 'Phone',
  detail: `${earned} of ${possible}`,
  earned,
  possible,
})
const limit: ScoreLine = {
  code: 'limit',
  label: 'Limit',
  detail: 'neither phone nor email: at most 39',
  earned: 0,
  possible: 0,
}
const complete = [line(20, 20), line(10.5, 15), line(16, 20), line(22.3, 35)]

test.each([
  ['all lines together', complete, 76],
  ['with a rating, of more than 100 points', [...complete, line(7.4, 10)], 76],
  ['nothing known', [line(0, 20), line(0, 80)], 0],
  ['no lines at all', [], 0],
  ['a limit below the lines', [...complete, limit], 39],
  ['a limit above the lines', [line(3, 20), line(0, 80), limit], 3],
  ['two limits', [...complete, limit, { ...limit, detail: 'probably closed: at most 59' }], 39],
  ['a score of an earlier version', complete, 70],
  ['many fractions', Array.from({ length: 7 }, () => line(0.5, 1)), 50],
])('the points of the lines add up to the score: %s', (_, scoreLines, qualityScore) => {
  const parts = scoreParts({ scoreLines, qualityScore })
  expect(parts.reduce((sum, { points }) => sum + points, 0)).toBe(qualityScore)
  expect(parts.filter(({ possible, points, of }) => possible > 0 && points > of)).toEqual([])
})
