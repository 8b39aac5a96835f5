import type { ScoreLine } from '#contract/leads.ts'

/** Labels of the score lines. The catalog stores only the codes, because each place has eight lines. */
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

/** Why and to what value a score is limited. */
export const scoreLimits = {
  'temporarily-closed': { quality: 39, reason: 'temporarily closed' },
  'no-contact': { quality: 39, reason: 'neither phone nor email' },
  'possible-duplicate': { quality: 59, reason: 'possibly listed twice' },
} as const
export type ScoreLimit = keyof typeof scoreLimits
const limitNames = Object.keys(scoreLimits) as ScoreLimit[]

/** The sources' confidence that a place exists. */
export type Existence = {
  /** 0 to 100; null if no source states it. */
  confidencePercent: number | null
  /** Number of independent sources that the place's own source names. */
  sourceCount: number
  /** True if another of our sources also has the place. */
  hasSecondSource: boolean
}

/** A score line inside the catalog. If `limit` or `existence` is set, `detail` is derived from it. */
export type PlaceScoreLine = ScoreLine & { limit?: ScoreLimit; existence?: Existence }

type LineFacts = { code: string; earned: number; possible: number; detail: string }
export const scoreLine = ({ code, earned, possible, detail }: LineFacts): PlaceScoreLine => ({
  code,
  label: scoreLabels[code] ?? code,
  earned,
  possible,
  detail,
})

export const limitLine = (limit: ScoreLimit): PlaceScoreLine => ({
  ...scoreLine({ code: 'limit', earned: 0, possible: 0, detail: limitSentence(limit) }),
  limit,
})

export const existenceLine = (existence: Existence, earned: number, possible: number): PlaceScoreLine => ({
  code: 'existence',
  label: scoreLabels.existence ?? '',
  earned,
  possible,
  detail: existenceSentence(existence),
  existence,
})

// These two sentences are part of every place's content hash. Changing them would make every place look changed.
const limitSentence = (limit: ScoreLimit): string =>
  `${scoreLimits[limit].reason}: ${scoreLimits[limit].quality} at most`

function existenceSentence({ confidencePercent, sourceCount, hasSecondSource }: Existence): string {
  const confidence = confidencePercent === null ? 'confidence unknown' : `confidence ${confidencePercent} %`
  if (sourceCount > 1) return `${confidence}, ${sourceCount} sources`
  return `${confidence}, ${hasSecondSource ? 'a second source' : 'one source'}`
}

/** The line as users see it. It shows "85%", while the hashed sentence has a space before the sign. */
export const shownScoreLine = ({ code, label, earned, possible, detail }: PlaceScoreLine): ScoreLine => ({
  code,
  label,
  earned,
  possible,
  detail: code === 'existence' ? detail.replace(' %', '%') : detail,
})

/**
 * The stored format, one line each: "phone 20/20 direct number". Limits and existence are stored as data:
 * "limit:no-contact 0/0 ", "existence:95,1 19/20 ", and "existence:95,1+ 20/20 " with a second source.
 */
export const writeScoreLines = (lines: readonly PlaceScoreLine[]): string => lines.map(writeLine).join('\n')

function writeLine({ code, earned, possible, detail, limit, existence }: PlaceScoreLine): string {
  if (limit !== undefined) return `${code}:${limit} ${earned}/${possible} `
  if (existence === undefined) return `${code} ${earned}/${possible} ${detail}`
  const { confidencePercent, sourceCount, hasSecondSource } = existence
  return `${code}:${confidencePercent ?? ''},${sourceCount}${hasSecondSource ? '+' : ''} ${earned}/${possible} `
}

/** The lines as part of a place's content hash: as sentences, the format in which all of them were once stored. */
export const hashedScoreLines = (lines: readonly PlaceScoreLine[]): string =>
  lines.map(({ code, earned, possible, detail }) => `${code} ${earned}/${possible} ${detail}`).join('\n')

/** Reads stored lines, including those of versions that stored limits and existence as sentences. */
export const readScoreLines = (text: string): PlaceScoreLine[] => (text === '' ? [] : text.split('\n').map(readLine))

function readLine(text: string): PlaceScoreLine {
  const [, code = '', stored, earned = '', possible = '', detail = ''] =
    /^([^\s:]+)(?::(\S+))? ([^/]+)\/(\S+) (.*)$/.exec(text) ?? []
  const limit = code === 'limit' ? limitOf(stored, detail) : undefined
  if (limit !== undefined) return limitLine(limit)
  const existence = code === 'existence' ? existenceOf(stored, detail) : undefined
  if (existence !== undefined) return existenceLine(existence, Number(earned), Number(possible))
  return scoreLine({ code, earned: Number(earned), possible: Number(possible), detail })
}

const limitOf = (stored: string | undefined, sentence: string): ScoreLimit | undefined =>
  limitNames.find(limit => (stored === undefined ? limitSentence(limit) === sentence : limit === stored))

function existenceOf(stored: string | undefined, sentence: string): Existence | undefined {
  const form =
    stored === undefined
      ? /^confidence (?:unknown|(\d+) %), (?:(\d+) sources|one source|(a second) source)$/
      : /^(\d*),(\d+)(\+?)$/
  const match = form.exec(stored ?? sentence)
  if (match === null) return undefined
  const [, confidence = '', count = '1', second = ''] = match
  return {
    confidencePercent: confidence === '' ? null : Number(confidence),
    sourceCount: Number(count),
    hasSecondSource: second !== '',
  }
}
