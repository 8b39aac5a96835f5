/** The origin of a fact. */
export type FactOrigin = {
  datasetId: number
  origin: string | null
  license: string
  /** YYYY-MM-DD. */
  confirmedOn: string | null
}
export type ProvenField = 'name' | 'phone' | 'website' | 'email' | 'address'
/** The format of `place.provenance`. */
export type Provenance = {
  fields: Partial<Record<ProvenField, FactOrigin>>
  /** All rows of the place, the best one first. */
  members: { datasetId: number; sourceId: string }[]
  /** Phones of these rows that the place does not show. */
  phones: number[]
}
