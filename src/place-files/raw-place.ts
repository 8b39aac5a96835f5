import type { PlaceStatus } from './place-status.ts'

/** A row of a source before it is checked. */
export type RawPlace = {
  /** Row number in its file, starting at 1, without the CSV header. */
  row: number
  /** Null if the source has no ids. An id is then made from the name and the address. */
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
  /** The category keys or words of the source. The main category comes first. */
  categories: string[]
  /** Path from the broadest category to the main one; empty if the source has no tree. */
  hierarchy: string[]
  /** 0 to 1. */
  confidence: number | null
  sourceCount: number
  /** YYYY-MM-DD. */
  confirmedOn: string | null
  /** The original publisher (Meta, Microsoft) if the source collects rows from others. */
  origin: string | null
  status: PlaceStatus
  /** The day, month, or year (YYYY-MM-DD, YYYY-MM, YYYY) on which the place closes or has closed. */
  endsOn?: string | null
  /** True if people have reported to the source that the place is private, listed twice, or does not exist. */
  isReported?: boolean
  /** False for something that exists but is not a business, such as a mural or a railway yard. */
  isBusiness?: boolean
  /** As OpenStreetMap's tag `opening_hours` has it. */
  hours?: string | null
  rating: number | null
  reviewCount: number | null
  license: string | null
  /** The chain that the place belongs to. */
  brand?: string | null
}

export type RawRows = {
  file: string
  /** The total number of rows. Null if the file does not say it in advance. */
  rowCount: number | null
  batches: AsyncIterable<readonly RawPlace[]>
  /** Columns of a list that were not recognized. Call it after all rows were read. */
  unusedColumns?: () => readonly string[]
}

const BATCH_ROWS = 200

/** Turns records into batches of places. `read` gets each record with its number, starting at 1. */
export async function* inBatches<Source>(
  records: AsyncIterable<Source>,
  read: (record: Source, row: number) => RawPlace,
): AsyncGenerator<RawPlace[]> {
  let batch: RawPlace[] = []
  let row = 0
  for await (const record of records) {
    batch.push(read(record, ++row))
    if (batch.length < BATCH_ROWS) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
