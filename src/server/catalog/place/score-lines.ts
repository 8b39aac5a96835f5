import type { ScoreLine } from '#contract/leads.ts'

/** What each line of the score is called. The catalog stores only the codes: it has eight lines for each place. */
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

/** Why a score is limited, and to what. */
export const scoreLimits = {
  'temporarily-closed': { quality: 39, reason: 'temporarily closed' },
  'no-contact': { quality: 39, reason: 'neither phone nor email' },
  'possible-duplicate': { quality: 59, reason: 'possibly listed twice' },
} as const
export type ScoreLimit = keyof typeof scoreLimits
const limitNames = Object.keys(scoreLimits) as ScoreLimit[]

/** How sure the sources are that a place exists. */
export type Existence = {
  /** 0 to 100; null where no source says it. */
  confidencePercent: number | null
  /** Independent sources that the place's own source names. */
  sourceCount: number
  /** Another of our sources knows the place as well. */
  hasSecondSource: boolean
}

/** A line of the score as the catalog works with it. `detail` follows from `limit` or `existence` where they are set. */
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

// These two sentences are part of every place's content hash: with other words, every place would look changed.
const limitSentence = (limit: ScoreLimit): string =>
  `${scoreLimits[limit].reason}: ${scoreLimits[limit].quality} at most`

function existenceSentence({ confidencePercent, sourceCount, hasSecondSource }: Existence): string {
  const confidence = confidencePercent === null ? 'confidence unknown' : `confidence ${confidencePercent} %`
  if (sourceCount > 1) return `${confidence}, ${sourceCount} sources`
  return `${confidence}, ${hasSecondSource ? 'a second source' : 'one source'}`
}

/** The line for users, without what only the catalog needs. "85%" is written without the space of the hashed sentence. */
export const shownScoreLine = ({ code, label, earned, possible, detail }: PlaceScoreLine): ScoreLine => ({
  code,
  label,
  earned,
  possible,
  detail: code === 'existence' ? detail.replace(' %', '%') : detail,
})

/**
 * The lines as the catalog stores them, one below the other: "phone 20/20 direct number". Limits and existence are
 * stored as data: "limit:no-contact 0/0 ", "existence:95,1 19/20 ", and "existence:95,1+ 20/20 " with a second source.
 */
export const writeScoreLines = (lines: readonly PlaceScoreLine[]): string => lines.map(writeLine).join('\n')

function writeLine({ code, earned, possible, detail, limit, existence }: PlaceScoreLine): string {
  if (limit !== undefined) return `${code}:${limit} ${earned}/${possible} `
  if (existence === undefined) return `${code} ${earned}/${possible} ${detail}`
  const { confidencePercent, sourceCount, hasSecondSource } = existence
  return `${code}:${confidencePercent ?? ''},${sourceCount}${hasSecondSource ? '+' : ''} ${earned}/${possible} `
}

/** The lines as they go into the content hash of a place: in sentences, as all of them were stored once. */
export const hashedScoreLines = (lines: readonly PlaceScoreLine[]): string =>
  lines.map(({ code, earned, possible, detail }) => `${code} ${earned}/${possible} ${detail}`).join('\n')

/** Reads stored lines, also those of the versions that stored limits and existence as sentences. */
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
