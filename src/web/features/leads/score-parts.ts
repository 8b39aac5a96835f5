import type { Lead, ScoreLine } from '#contract/leads/leads.ts'

/** A line with the whole points that it adds to the score, of those that it could add. */
export type ScorePart = ScoreLine & { points: number; of: number }

/** The lines of a score, whose points add up to it. A limit takes away what is above it. */
export function scoreParts({ scoreLines, qualityScore }: Pick<Lead, 'scoreLines' | 'qualityScore'>): ScorePart[] {
  const possible = scoreLines.reduce((total, line) => total + line.possible, 0)
  const share = (value: number): number => (possible === 0 ? 0 : (100 * value) / possible)
  const points = wholes(scoreLines.map(line => share(line.earned)))
  const of = wholes(scoreLines.map(line => share(line.possible)))
  const parts = scoreLines.map((line, index) => ({ ...line, points: points[index] ?? 0, of: of[index] ?? 0 }))
  const rest = qualityScore - points.reduce((total, value) => total + value, 0)
  const limit = parts.find(({ code }) => code === 'limit')
  if (rest === 0) return parts
  if (limit) return parts.map(part => (part === limit ? { ...part, points: rest } : part))
  return [...parts, { code: 'limit', label: 'Other', detail: '', earned: 0, possible: 0, points: rest, of: 0 }]
}

/** Rounded numbers with the rounded sum: those that lose most by rounding down are rounded up. */
function wholes(values: readonly number[]): number[] {
  const whole = values.map(Math.floor)
  const missing = Math.round(values.reduce((total, value) => total + value, 0)) - whole.reduce((a, b) => a + b, 0)
  const losers = values
    .map((value, index) => ({ index, lost: value - Math.floor(value) }))
    .toSorted((one, other) => other.lost - one.lost)
    .slice(0, Math.max(0, missing))
  for (const { index } of losers) whole[index] = (whole[index] ?? 0) + 1
  return whole
}
