import { isTollFree } from './toll-free.ts'

/** What tells whether a place still exists. */
export type ExistenceEvidence = {
  /** The source's confidence that the place exists, 0 to 1. */
  confidence: number
  /** Who gave the row to its source: Meta, Microsoft, … */
  provider: string | null
  /** Number of independent sources of the place. */
  sourceCount: number
  /** E.164 digits without the plus. */
  phone: number | null
  /** Registrable domain of the business's own website. */
  domain: string | null
  street: string | null
  zip: string | null
  /** Days since the newest evidence; null if unknown. */
  ageDays: number | null
}

/**
 * Log-odds, learned from half of 3,425 places of all states that are known to be open or closed: a logistic regression,
 * rounded. `constant` is lower than learned there, because many such places left a later release within a month.
 * `npm run bench -- calibration` compares the probabilities with the other half.
 */
const points = {
  /** For a confidence that does not depend on the place. */
  constant: -0.25,
  /** By the least confidence. Confidence means different things for different providers. */
  meta: [
    [0.95, 0.8],
    [0.9, 0.2],
    [0.775, -0.3],
    [0.6, 0.1],
    [0, -0.6],
  ],
  otherProvider: 0.25,
  phone: 0.2,
  tollFree: -0.5,
  ownWebsite: 0.4,
  street: 0.8,
  zip: 0.9,
  secondSource: 0.2,
  olderThanTwoYears: -0.8,
} as const
const TWO_YEARS = 730

/** The probability that a place exists and is open, 0 to 1. */
export function existenceProbability(evidence: ExistenceEvidence): number {
  const { phone, domain, street, zip, sourceCount, ageDays } = evidence
  const sum =
    pointsOfConfidence(evidence) +
    (phone === null ? 0 : points.phone) +
    (phone !== null && isTollFree(phone) ? points.tollFree : 0) +
    (domain === null ? 0 : points.ownWebsite) +
    (street === null ? 0 : points.street) +
    (zip === null ? 0 : points.zip) +
    (sourceCount > 1 ? points.secondSource : 0) +
    (ageDays !== null && ageDays > TWO_YEARS ? points.olderThanTwoYears : 0)
  return 1 / (1 + Math.exp(-sum))
}

/** The confidence of every place of a provider that does not estimate it. It says little. */
const constants = new Set([0.4, 0.77, 1])

function pointsOfConfidence({ confidence, provider }: ExistenceEvidence): number {
  if (constants.has(confidence)) return points.constant
  if (provider?.toLowerCase() !== 'meta') return points.otherProvider
  return points.meta.find(([least]) => confidence >= least)?.[1] ?? 0
}
