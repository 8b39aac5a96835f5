export type FactOrigin = {
  /** Null for a fact from the business's own website. */
  datasetId: number | null
  origin: string | null
  license: string
  /** YYYY-MM-DD. */
  confirmedOn: string | null
  /** The page of the business's own website that has the fact. */
  page?: string
}
export type ProvenField = 'name' | 'phone' | 'website' | 'email' | 'address' | 'rating' | 'hours'
export type Provenance = {
  fields: Partial<Record<ProvenField, FactOrigin>>
  /** All rows of the place, the best one first. */
  members: { datasetId: number; sourceId: string }[]
  /** Phones of these rows that the place does not show. */
  phones: number[]
  /** The domain of the website that facts were taken from. Missing if there is none. */
  site?: string
}
