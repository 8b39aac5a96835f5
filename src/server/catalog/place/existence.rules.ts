import { isTollFree } from './phone-kind.ts'
import type { PlaceFacts } from './place-facts.ts'

export type ExistenceEvidence = Pick<PlaceFacts, 'phone' | 'domain' | 'street' | 'zip'> & {
  /** The source's confidence that the place exists, 0 to 1. */
  confidence: number
  /** The original publisher of the row: Meta, Microsoft, …; null if unknown. */
  provider: string | null
  sourceCount: number
  /** True if the address has a ZIP+4 code, which means that somebody has validated it. */
  hasZip4: boolean
  /** The key of the main category. */
  category: string | null
  /** Days since the newest evidence; null if unknown. */
  ageDays: number | null
}

/**
 * Rounded log-odds of a logistic regression. It was trained on half of 3,425 places in all states that are known to be
 * open or closed. `npm run bench -- calibration` compares the probabilities with the other half. `constant` was lowered
 * by hand, because many such places were missing from the release a month later.
 */
const points = {
  base: -0.57,
  /** For a confidence that is the same for all places of the provider. */
  constant: 0.3,
  /** For places of Meta, by the minimum confidence. Other providers' confidence has a different meaning. */
  meta: [
    [0.95, 1.3],
    [0.9, 0.6],
    [0.775, 0],
    [0.6, 0.5],
    [0.4, 0],
    [0.2, -0.2],
    // Set by hand, because hardly any training place has so little confidence.
    [0, -0.8],
  ],
  otherProvider: 0.25,
  phone: 0.2,
  tollFree: -0.4,
  ownWebsite: 0.3,
  street: 0.8,
  zip: 0.9,
  zip4: 0.5,
  secondSource: 0.2,
  /** Does not apply to Meta, which gives all its rows the date of the release. */
  newerThanHalfAYear: 1.4,
  newerThanAYear: 0.7,
  olderThanTwoYears: -0.5,
  foodOrDrink: -0.45,
  placeToStay: -0.7,
  machine: -2,
} as const
const HALF_A_YEAR = 183
const YEAR = 365
const TWO_YEARS = 730

const wordsOf = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

/** Words of categories whose businesses close or vanish more often than others. */
const kinds = [
  { words: wordsOf('atm kiosk locker lockers vending'), points: points.machine },
  {
    words: wordsOf('accommodation holiday vacation cottage cabin bed lodge lodging hostel inn resort'),
    points: points.placeToStay,
  },
  {
    words: wordsOf(`
      restaurant bar pub cafe coffee bakery deli delicatessen sandwich pizza pizzeria diner steakhouse sushi burger
      brewery donut donuts bagel bagels juice smoothie buffet winery lounge nightclub night eat food dining cafeteria
      creamery ice dessert desserts`),
    points: points.foodOrDrink,
  },
]

/** The probability that a place exists and is open, 0 to 1. */
export function existenceProbability(evidence: ExistenceEvidence): number {
  const { phone, domain, street, zip, hasZip4, sourceCount } = evidence
  const sum =
    points.base +
    pointsOfConfidence(evidence) +
    pointsOfAge(evidence) +
    pointsOfKind(evidence) +
    (phone === null ? 0 : points.phone) +
    (phone !== null && isTollFree(phone) ? points.tollFree : 0) +
    (domain === null ? 0 : points.ownWebsite) +
    (street === null ? 0 : points.street) +
    (zip === null ? 0 : points.zip) +
    (hasZip4 ? points.zip4 : 0) +
    (sourceCount > 1 ? points.secondSource : 0)
  return 1 / (1 + Math.exp(-sum))
}

function pointsOfKind({ category }: ExistenceEvidence): number {
  const words = category?.split('_') ?? []
  return kinds.find(kind => words.some(word => kind.words.has(word)))?.points ?? 0
}

function pointsOfAge({ ageDays, provider }: ExistenceEvidence): number {
  if (ageDays === null) return 0
  if (ageDays > TWO_YEARS) return points.olderThanTwoYears
  if (isMeta(provider) || ageDays >= YEAR) return 0
  return ageDays < HALF_A_YEAR ? points.newerThanHalfAYear : points.newerThanAYear
}

const isMeta = (provider: string | null): boolean => provider?.toLowerCase() === 'meta'

/** Providers that do not estimate the confidence give all their places one of these values, so it says little. */
const constants = new Set([0.4, 0.77, 1])

function pointsOfConfidence({ confidence, provider }: ExistenceEvidence): number {
  if (constants.has(confidence)) return points.constant
  if (!isMeta(provider)) return points.otherProvider
  return points.meta.find(([least]) => confidence >= least)?.[1] ?? 0
}
