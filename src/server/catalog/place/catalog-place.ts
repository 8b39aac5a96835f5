import type { PlaceScoreLine } from './score-lines.ts'

/** A place after validation and normalisation: what the importer stages and the demo generator makes. */
export type CatalogPlace = {
  /** The source's own id. */
  sourceId: string
  name: string
  /** E.164 digits without the plus, e.g. 13034400000; null where unknown. */
  phone: number | null
  /** With scheme, at most 2,000 characters. */
  website: string | null
  /** Registrable domain of an own website; null for social pages and none. */
  domain: string | null
  email: string | null
  socials: string[]
  street: string | null
  city: string | null
  /** USPS code of a state, DC or a territory. */
  state: string | null
  /** Five digits. */
  zip: string | null
  /** Degrees, WGS 84. */
  lat: number
  lon: number
  /** The data's own category keys, the main one first. */
  categories: string[]
  /** 0 to 5; null where no lawful source gives one. */
  rating: number | null
  reviewCount: number | null
  quality: number
  scoreLines: PlaceScoreLine[]
  license: string
  /** Who gave the row to its source, where that is a collection of others' data. */
  origin?: string | null
  /** Date of the newest evidence, YYYY-MM-DD. */
  confirmedOn: string | null
}

/** Bits of `place.flags` and `place_category.flags`. */
export const placeFlags = {
  website: 1,
  phone: 2,
  email: 4,
  sample: 8,
  sharedPhone: 16,
  apart: 32,
  suppressed: 64,
} as const
