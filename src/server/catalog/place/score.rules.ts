import { isFreemail } from '#domains/index.ts'
import { DAY_MS } from '#server/platform/basics/clock.ts'
import { sum } from '#server/platform/basics/sums.ts'
import { type ExistenceEvidence, existenceProbability } from './existence.rules.ts'
import { isTollFree } from './phone-kind.ts'
import type { PlaceFacts } from './place-facts.ts'
import {
  existenceLine,
  limitLine,
  type PlaceScoreLine,
  type ScoreLimit,
  scoreLimits,
  scoreLine,
} from './score-lines.ts'

type ScoredFact = 'website' | 'email' | 'city' | 'state' | 'confirmedOn' | 'rating' | 'reviewCount'

export type ScoreEvidence = Omit<ExistenceEvidence, 'confidence' | 'ageDays'> &
  Pick<PlaceFacts, ScoredFact> & {
    socials: readonly string[]
    /** The source's confidence that the place exists, 0 to 1; null if it states none. */
    confidence: number | null
    /** The date of the release, YYYY-MM-DD, for freshness: a release always gives the same score. */
    asOf: string
    /** False for a broad category such as "Services", and without a category. */
    hasSpecificCategory: boolean
    isTemporarilyClosed?: boolean
    isEmailOnSite?: boolean
    /** True if the website no longer exists, or its domain is for sale. */
    isSiteGone?: boolean
  }
export type Score = { quality: number; scoreLines: PlaceScoreLine[] }

/**
 * The quality score, 0 to 100, and the lines that it consists of. A missing contact or address earns nothing, even if
 * the source never has it. An unknown date or confidence earns half of its points. An unknown rating does not count.
 */
export function scorePlace(evidence: ScoreEvidence): Score {
  const scoreLines = topics.map(lineOf => lineOf(evidence))
  if (evidence.rating !== null) scoreLines.push(ratingLine(evidence.rating, evidence.reviewCount))
  const uncapped = qualityOf(scoreLines)
  // This limit is recorded even if it does not lower the score, because merging needs it.
  const isClosed = evidence.isTemporarilyClosed === true
  const cap = caps.find(
    ({ applies, limit }) => (isClosed || uncapped > scoreLimits[limit].quality) && applies(evidence, scoreLines),
  )
  if (cap === undefined) return { quality: uncapped, scoreLines }
  scoreLines.push(limitLine(cap.limit))
  return { quality: qualityOf(scoreLines), scoreLines }
}

export function qualityOf(scoreLines: readonly PlaceScoreLine[]): number {
  const possible = sum(scoreLines.map(scored => scored.possible))
  const earned = sum(scoreLines.map(scored => scored.earned))
  const uncapped = possible === 0 ? 0 : Math.round((100 * earned) / possible)
  const limits = scoreLines.flatMap(({ limit }) => (limit === undefined ? [] : scoreLimits[limit].quality))
  return Math.min(uncapped, ...limits)
}

type Cap = { limit: ScoreLimit; applies: (evidence: ScoreEvidence, lines: readonly PlaceScoreLine[]) => boolean }
const caps: readonly Cap[] = [
  {
    limit: 'temporarily-closed',
    applies: ({ isTemporarilyClosed }) => isTemporarilyClosed === true,
  },
  {
    limit: 'no-contact',
    applies: ({ phone, email }) => phone === null && email === null,
  },
  {
    limit: 'doubtful',
    applies: (_, lines) => isDoubtful(lines),
  },
]

/** Whether a place is more likely closed than open, and no other source of ours has it. */
export const isDoubtful = (lines: readonly PlaceScoreLine[]): boolean =>
  lines.some(({ existence }) => existence?.hasSecondSource === false && (existence.openPercent ?? 100) < 50)

const topics: readonly ((evidence: ScoreEvidence) => PlaceScoreLine)[] = [
  ({ phone }) => {
    if (phone === null) return scoreLine('phone', 0, 20, 'no number')
    return isTollFree(phone)
      ? scoreLine('phone', 16, 20, 'toll-free number')
      : scoreLine('phone', 20, 20, 'direct number')
  },
  ({ website, domain, isSiteGone }) => {
    if (isSiteGone === true) return scoreLine('website', 0, 15, 'website is gone or for sale')
    if (domain !== null) return scoreLine('website', 15, 15, 'own website')
    if (website !== null) return scoreLine('website', 6, 15, 'page on a platform')
    return scoreLine('website', 0, 15, 'no website')
  },
  evidence => scoreLine('email', ...emailScore(evidence)),
  evidence => scoreLine('address', ...addressScore(evidence)),
  existenceScore,
  ({ confirmedOn, asOf }) => scoreLine('freshness', ...freshnessScore(confirmedOn, asOf)),
  ({ hasSpecificCategory }) =>
    hasSpecificCategory
      ? scoreLine('category', 5, 5, 'specific category')
      : scoreLine('category', 0, 5, 'no specific category'),
  ({ socials }) =>
    socials.length > 0 ? scoreLine('social', 5, 5, 'has a profile') : scoreLine('social', 0, 5, 'no profile'),
]

type LineScore = [earned: number, possible: number, detail: string]

function emailScore({ email, domain, isEmailOnSite }: ScoreEvidence): LineScore {
  if (email === null) return [0, 15, 'no email']
  const emailDomain = email.slice(email.lastIndexOf('@') + 1)
  if (isEmailOnSite === true) return [15, 15, 'on their own website']
  if (isFreemail(emailDomain)) return [8, 15, 'free mail service']
  const isOwn = domain === null || emailDomain === domain || emailDomain.endsWith(`.${domain}`)
  return isOwn ? [15, 15, 'on its own domain'] : [8, 15, 'on another domain']
}

function addressScore({ street, city, state, zip }: ScoreEvidence): LineScore {
  const hasTown = city !== null && state !== null
  const earned = (street === null ? 0 : 5) + (zip === null ? 0 : 3) + (hasTown ? 2 : 0)
  if (earned === 10) return [10, 10, 'street, town and ZIP']
  const missing = [street === null && 'street', !hasTown && 'town', zip === null && 'ZIP'].filter(Boolean)
  return [earned, 10, missing.length === 3 ? 'no address' : `without ${missing.join(' and ')}`]
}

const MAX_EXISTENCE = 60
/** The points if the source states no confidence. */
const EXISTENCE_UNKNOWN = 30
// Few places are less likely to be open than 75%. A complete place with a high confidence reaches 97%.
const [NO_POINTS_AT, ALL_POINTS_AT] = [75, 97]

function existenceScore({ confirmedOn, asOf, ...evidence }: ScoreEvidence): PlaceScoreLine {
  const { confidence } = evidence
  const origin = { sourceCount: Math.max(1, evidence.sourceCount), hasSecondSource: false }
  if (confidence === null)
    return existenceLine({ confidencePercent: null, openPercent: null, ...origin }, EXISTENCE_UNKNOWN, MAX_EXISTENCE)
  const ageDays = confirmedOn === null ? null : daysBetween(confirmedOn, asOf)
  const openPercent = Math.round(100 * existenceProbability({ ...evidence, confidence, ageDays }))
  const share = (openPercent - NO_POINTS_AT) / (ALL_POINTS_AT - NO_POINTS_AT)
  const earned = Math.round(MAX_EXISTENCE * Math.min(1, Math.max(0, share)))
  return existenceLine(
    { confidencePercent: Math.round(100 * confidence), openPercent, ...origin },
    earned,
    MAX_EXISTENCE,
  )
}

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS

// Freshness has steps, so that a new release changes few scores.
const freshnessSteps = [
  { days: 183, earned: 10, detail: 'confirmed within six months of the release' },
  { days: 365, earned: 8, detail: 'confirmed within a year of the release' },
  { days: 730, earned: 5, detail: 'confirmed within two years of the release' },
  { days: 1095, earned: 3, detail: 'confirmed within three years of the release' },
] as const

function freshnessScore(confirmedOn: string | null, asOf: string): LineScore {
  if (confirmedOn === null) return [5, 10, 'date unknown']
  const days = daysBetween(confirmedOn, asOf)
  const step = freshnessSteps.find(({ days: limit }) => days <= limit)
  return step ? [step.earned, 10, step.detail] : [0, 10, 'confirmed more than three years before the release']
}

// A few reviews say little, so ten assumed reviews of 4.0 are added.
const PRIOR_RATING = 4
const PRIOR_REVIEWS = 10

export function ratingLine(rating: number, reviewCount: number | null, where = ''): PlaceScoreLine {
  const reviews = reviewCount ?? 0
  const mean = (PRIOR_RATING * PRIOR_REVIEWS + rating * reviews) / (PRIOR_REVIEWS + reviews)
  const detail = reviews === 0 ? `${rating} of 5` : `${rating} of 5 from ${reviews} reviews`
  return scoreLine('rating', Math.round(2 * mean), 10, where === '' ? detail : `${detail}, ${where}`)
}
