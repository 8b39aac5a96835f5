import { type Random, bell, between, chance } from './random.ts'

/** What is publicly known about a place. Some are easy to find, and some leave hardly a trace. */
export type Presence = {
  hasPhone: boolean
  hasStreet: boolean
  website: 'own' | 'platform' | 'none'
  hasEmail: boolean
  /** Pages on social platforms. */
  profiles: number
  rating: number | null
  reviewCount: number | null
  /** Confidence that the place exists, 0 to 1. */
  confidence: number
  sourceCount: number
  /** Since the newest evidence. */
  daysSinceConfirmed: number
}

/** Shares of places that have each kind of contact, by how well known the places are. */
type Renown = {
  share: number
  phone: number
  street: number
  ownSite: number
  platform: number
  email: number
  profile: number
  rating: number
  confidence: [low: number, high: number]
  secondSource: number
  days: [low: number, high: number]
}

// Their weighted mean matches Overture's data for Boulder: phone 92%, website 85 to 90%, email 45 to 50%.
const renowns: readonly Renown[] = [
  renown(0.27, [0.995, 0.99, 0.97, 0.02, 0.76, 0.92, 0.92], [0.75, 0.99], 0.5, [0, 240]),
  renown(0.51, [0.985, 0.985, 0.87, 0.05, 0.42, 0.58, 0.72], [0.2, 0.9], 0.15, [60, 500]),
  renown(0.2, [0.77, 0.95, 0.43, 0.09, 0.13, 0.2, 0.4], [0.03, 0.5], 0.02, [183, 548]),
  renown(0.02, [0.06, 0.4, 0, 0.05, 0, 0.05, 0.03], [0.02, 0.3], 0, [365, 548]),
]

function renown(
  share: number,
  [phone = 0, street = 0, ownSite = 0, platform = 0, email = 0, profile = 0, rating = 0]: number[],
  confidence: [low: number, high: number],
  secondSource: number,
  days: [low: number, high: number],
): Renown {
  return { share, phone, street, ownSite, platform, email, profile, rating, confidence, secondSource, days }
}

export function drawPresence(random: Random): Presence {
  const known = drawRenown(random)
  const site = random()
  const isRated = chance(random, known.rating)
  return {
    hasPhone: chance(random, known.phone),
    hasStreet: chance(random, known.street),
    website: site < known.ownSite ? 'own' : site < known.ownSite + known.platform ? 'platform' : 'none',
    hasEmail: chance(random, known.email),
    profiles: chance(random, known.profile) ? 1 + Math.floor(random() * 1.4) : 0,
    rating: isRated ? drawRating(random) : null,
    reviewCount: isRated ? 1 + Math.floor(Math.exp(3.1 + 1.3 * bell(random))) : null,
    confidence: Math.round(1000 * between(random, ...known.confidence)) / 1000,
    sourceCount: chance(random, known.secondSource) ? 2 : 1,
    daysSinceConfirmed: Math.floor(between(random, ...known.days)),
  }
}

function drawRenown(random: Random): Renown {
  let left = random()
  return renowns.find(({ share }) => (left -= share) < 0) ?? (renowns[0] as Renown)
}

// Most are between 3.8 and 4.9. One in twenty-five is bad.
function drawRating(random: Random): number {
  const rating = chance(random, 0.04) ? between(random, 1.4, 3.2) : 4.35 + 0.42 * bell(random)
  return Math.round(10 * Math.min(5, rating)) / 10
}
