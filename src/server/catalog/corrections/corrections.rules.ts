import type { OverrideEffect, PlaceFault } from '#contract/admin/place-overrides.ts'
import { placeFlags } from '#server/catalog/place/place-flags.ts'
import { limitLine, readScoreLines, type ScoreLimit, writeScoreLines } from '#server/catalog/place/score-lines.ts'
import { qualityOf } from '#server/catalog/place/score.rules.ts'

export type Correctable = {
  id: number
  scoreLines: string
  quality: number
  flags: number
  isOffered: boolean
  isMerged: boolean
}
export type Fault = { fault: PlaceFault; effect: OverrideEffect }

const isOfReport = (limit: ScoreLimit | undefined): boolean => limit?.startsWith('reported-') === true

/**
 * The row with these faults instead of the faults that it had before. A fault adds a limit to the score. A withheld
 * place is not offered, like a place on the do-not-contact list.
 */
export function corrected(row: Correctable, faults: readonly Fault[]): Correctable {
  if (faults.length === 0 && (row.flags & placeFlags.reported) === 0) return row
  const kept = readScoreLines(row.scoreLines).filter(({ limit }) => !isOfReport(limit))
  const firstLimit = kept.findIndex(({ limit }) => limit !== undefined)
  const names = [...new Set(faults.map(({ fault }) => fault))].toSorted()
  // Lists of leads show the first limit, so the reported faults come first.
  const lines = kept.toSpliced(
    firstLimit < 0 ? kept.length : firstLimit,
    0,
    ...names.map(fault => limitLine(`reported-${fault}`)),
  )
  const isWithheld = faults.some(({ effect }) => effect === 'withheld')
  return {
    ...row,
    scoreLines: writeScoreLines(lines),
    quality: qualityOf(lines),
    flags: faults.length > 0 ? row.flags | placeFlags.reported : row.flags & ~placeFlags.reported,
    isOffered: !row.isMerged && !isWithheld && (row.flags & placeFlags.suppressed) === 0,
  }
}

export const isSameRow = (a: Correctable, b: Correctable): boolean =>
  a.scoreLines === b.scoreLines && a.quality === b.quality && a.flags === b.flags && a.isOffered === b.isOffered
