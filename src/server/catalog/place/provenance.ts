/** Where a fact comes from. */
export type FactOrigin = {
  datasetId: number
  origin: string | null
  license: string
  /** YYYY-MM-DD. */
  confirmedOn: string | null
}
export type ProvenField = 'name' | 'phone' | 'website' | 'email' | 'address'
/** As `place.provenance` keeps it. */
export type Provenance = {
  fields: Partial<Record<ProvenField, FactOrigin>>
  /** All rows that make up the place, the head first. */
  members: { datasetId: number; sourceId: string }[]
  /** Phones of these rows that the place does not show. */
  phones: number[]
}
