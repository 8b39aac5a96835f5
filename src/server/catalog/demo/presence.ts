import { type Random, between, chance } from './random.ts'

/** What is publicly known about a place. */
export type Presence = {
  hasPhone: boolean
  hasStreet: boolean
  website: 'own' | 'platform' | 'none'
  hasEmail: boolean
  hasProfile: boolean
  rating: number | null
  reviewCount: number | null
  /** Confidence that the place exists, 0 to 1. */
  confidence: number
  sourceCount: number
  /** Since the newest evidence. */
  daysSinceConfirmed: number
}

const HIDDEN_SHARE = 0.02
const OLDEST_DAYS = 548

/**
 * Some places are easy to find, and some leave hardly a trace. Together, they match Overture's data for Boulder: phone
 * 92%, website 85 to 90%, email 45 to 50%.
 */
export function drawPresence(random: Random): Presence {
  const isHidden = chance(random, HIDDEN_SHARE)
  const fame = random()
  const has = (least: number, most: number): boolean => chance(random, isHidden ? 0.05 : least + (most - least) * fame)
  const hasOwnSite = has(0.6, 1)
  const isRated = has(0.45, 0.95)
  return {
    hasPhone: has(0.88, 1),
    hasStreet: has(0.95, 1),
    website: hasOwnSite ? 'own' : has(0.3, 0.3) ? 'platform' : 'none',
    hasEmail: has(0.05, 0.85),
    hasProfile: has(0.4, 0.9),
    rating: isRated ? drawRating(random) : null,
    reviewCount: isRated ? Math.ceil(400 * random() ** 4) + 1 : null,
    confidence: Math.round(1000 * (isHidden ? between(random, 0.02, 0.3) : between(random, fame / 2, 0.99))) / 1000,
    sourceCount: has(0, 0.4) ? 2 : 1,
    daysSinceConfirmed: Math.floor(between(random, 0, isHidden ? OLDEST_DAYS : OLDEST_DAYS * (1 - fame / 2))),
  }
}

/** Most ratings are from 3.6 to 5. One in twenty-five is bad. */
const drawRating = (random: Random): number =>
  Math.round(10 * (chance(random, 0.04) ? between(random, 1.4, 3.2) : between(random, 3.6, 5))) / 10
