import type { ScoreLine } from '#contract/leads/leads.ts'
import { sum, wholes } from '#server/platform/basics/sums.ts'

/** The labels of the score lines. The catalog stores only the codes, to save space. */
export const scoreLabels: Readonly<Record<string, string>> = {
  phone: 'Phone',
  website: 'Website',
  email: 'Email',
  address: 'Address',
  existence: 'Existence',
  freshness: 'Freshness',
  category: 'Category',
  social: 'Social profiles',
  rating: 'Rating',
  limit: 'Limit',
}

/** The reasons for limiting a score, and the highest score that each one allows. */
export const scoreLimits = {
  'temporarily-closed': { quality: 39, reason: 'temporarily closed' },
  'no-contact': { quality: 39, reason: 'neither phone nor email' },
  'possible-duplicate': { quality: 59, reason: 'possibly listed twice' },
  doubtful: { quality: 59, reason: 'may not exist anymore' },
  'reported-closed': { quality: 39, reason: 'reported by others as closed' },
  'reported-wrong_number': { quality: 39, reason: 'reported by others to have a wrong number' },
  'reported-moved': { quality: 39, reason: 'reported by others as moved' },
  'reported-not_a_business': { quality: 39, reason: 'reported by others as not a business' },
} as const
export type ScoreLimit = keyof typeof scoreLimits
const limitNames = Object.keys(scoreLimits) as ScoreLimit[]

/** SQL: the place is temporarily closed, so searches do not find it. */
export const isTemporarilyClosedIn = (row: string): string =>
  `(${row}.quality <= ${scoreLimits['temporarily-closed'].quality} AND ${row}.score_lines LIKE '%limit:temporarily-closed%')`

export type Existence = {
  /** The source's own confidence, 0 to 100; null if it states none. */
  confidencePercent: number | null
  /** The probability that the place is open, 0 to 100. Null without a confidence. */
  openPercent: number | null
  /** The number of independent sources that the place's own source names. */
  sourceCount: number
  /** True if another of our sources also has the place. */
  hasSecondSource: boolean
}

/** A score line inside the catalog. If `limit` or `existence` is set, `detail` is derived from it. */
export type PlaceScoreLine = ScoreLine & { limit?: ScoreLimit; existence?: Existence }

export const scoreLine = (code: string, earned: number, possible: number, detail: string): PlaceScoreLine => ({
  code,
  label: scoreLabels[code] ?? code,
  earned,
  possible,
  detail,
})

export const limitLine = (limit: ScoreLimit): PlaceScoreLine => ({
  ...scoreLine('limit', 0, 0, limitSentence(limit)),
  limit,
})

export const existenceLine = (existence: Existence, earned: number, possible: number): PlaceScoreLine => ({
  ...scoreLine('existence', earned, possible, existenceSentence(existence)),
  existence,
})

const limitSentence = (limit: ScoreLimit): string =>
  `${scoreLimits[limit].reason}: ${scoreLimits[limit].quality} at most`

function existenceSentence({ openPercent, sourceCount, hasSecondSource }: Existence): string {
  const likely = openPercent === null ? 'confidence unknown' : `about ${openPercent}% likely to be open`
  if (sourceCount > 1) return `${likely}, ${sourceCount} sources`
  return `${likely}, ${hasSecondSource ? 'a second source' : 'one source'}`
}

/** The lines of a score in whole points of 100, which add up to it. A limit takes away what is above it. */
export function shownScoreLines(lines: readonly PlaceScoreLine[], quality: number): ScoreLine[] {
  const possible = Math.max(1, sum(lines.map(line => line.possible)))
  const earned = wholes(lines.map(line => (100 * line.earned) / possible))
  const lost = wholes(
    lines.map(line => (100 * (line.possible - line.earned)) / possible),
    100 - sum(earned),
  )
  const limited = quality - sum(earned)
  const limit = lines.findIndex(({ code }) => code === 'limit')
  return lines.map(({ code, label, detail }, index) => ({
    code,
    label,
    earned: index === limit ? limited : (earned[index] ?? 0),
    possible: (earned[index] ?? 0) + (lost[index] ?? 0),
    detail,
  }))
}

/**
 * Converts score lines to the stored format, with a line of text for each: "phone 20/20 direct number". Limits and
 * existence are stored as data: "limit:no-contact 0/0 ", or "existence:95/97,1 29/30 " with the confidence, the
 * probability, and the number of sources. A plus ("existence:95/97,1+ 30/30 ") means a second source.
 */
export const writeScoreLines = (lines: readonly PlaceScoreLine[]): string => lines.map(writeLine).join('\n')

function writeLine({ code, earned, possible, detail, limit, existence }: PlaceScoreLine): string {
  if (limit !== undefined) return `${code}:${limit} ${earned}/${possible} `
  if (existence === undefined) return `${code} ${earned}/${possible} ${detail}`
  const { confidencePercent, openPercent, sourceCount, hasSecondSource } = existence
  const percents = `${confidencePercent ?? ''}${openPercent === null ? '' : `/${openPercent}`}`
  return `${code}:${percents},${sourceCount}${hasSecondSource ? '+' : ''} ${earned}/${possible} `
}

export const readScoreLines = (text: string): PlaceScoreLine[] => (text === '' ? [] : text.split('\n').map(readLine))

function readLine(text: string): PlaceScoreLine {
  const [, code = '', stored, earned = '', possible = '', detail = ''] =
    /^([^\s:]+)(?::(\S+))? ([^/]+)\/(\S+) (.*)$/.exec(text) ?? []
  const limit = code === 'limit' ? limitNames.find(name => name === stored) : undefined
  if (limit !== undefined) return limitLine(limit)
  const existence = code === 'existence' ? existenceOf(stored) : undefined
  if (existence !== undefined) return existenceLine(existence, Number(earned), Number(possible))
  return scoreLine(code, Number(earned), Number(possible), detail)
}

function existenceOf(stored = ''): Existence | undefined {
  const match = /^(?<confidence>\d*)(?:\/(?<open>\d+))?,(?<count>\d+)(?<second>\+?)$/.exec(stored)?.groups
  if (match === undefined) return undefined
  return {
    confidencePercent: percentOf(match.confidence),
    openPercent: percentOf(match.open),
    sourceCount: Number(match.count ?? 1),
    hasSecondSource: (match.second ?? '') !== '',
  }
}

const percentOf = (digits = ''): number | null => (digits === '' ? null : Number(digits))
