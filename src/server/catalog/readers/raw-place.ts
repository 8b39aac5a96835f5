import type { ScoreTopic } from '#server/catalog/place/score.rules.ts'

/** A row of a source as it stands there, before anything is checked. */
export type RawPlace = {
  /** Number of the row in its file, the first one 1; a CSV's header does not count. */
  row: number
  /** Null where the source has no ids: then one is made of name and address. */
  sourceId: string | null
  name: string | null
  phones: string[]
  websites: string[]
  emails: string[]
  socials: string[]
  street: string | null
  city: string | null
  region: string | null
  postcode: string | null
  country: string | null
  lat: number | null
  lon: number | null
  /** The source's keys or words, the main one first. */
  categories: string[]
  /** From the broadest category down to the main one; empty where the source has no tree. */
  hierarchy: string[]
  /** 0 to 1. */
  confidence: number | null
  sourceCount: number
  /** YYYY-MM-DD. */
  confirmedOn: string | null
  /** Who gave the row to the source, where the source is a collection: Meta, Microsoft … */
  origin: string | null
  status: 'open' | 'temporarilyClosed' | 'closed'
  /** False for what is there but is no business: a mural, a railway yard. */
  isBusiness?: boolean
  rating: number | null
  reviewCount: number | null
  license: string | null
}

/** Rows of one file, batch by batch, and what such a file can tell about a place. */
export type RawRows = {
  file: string
  knows: readonly ScoreTopic[]
  /** Rows in all, where the file says so beforehand. */
  rowCount: number | null
  batches: AsyncIterable<readonly RawPlace[]>
}
