import type { LeftOut } from '#contract/searches.ts'
import type { ScoreLine } from '#contract/leads.ts'
import type { FoundFact, PlaceFacts } from './place-facts.ts'
import type { Provenance } from './provenance.ts'
import type { PageKey, SearchPlan } from './search-plan.ts'

/** A place as a search finds it. */
export type FoundPlace = PlaceName &
  Omit<Pick<PlaceFacts, FoundFact>, 'flags' | 'scoreLines'> & {
    id: number
    scoreLines: ScoreLine[]
    /** Where each fact comes from, of a place that several rows were merged into. */
    provenance: Provenance | null
    /** The catalog's rows follow the do-not-contact list in this: by what any of them says, also where it is not shown. */
    isSuppressed: boolean
    /** Another number for other facts. */
    stamp: number
    /** Where a page that ends with this place ends. */
    pageKey: PageKey
  }

export type FoundPage = {
  places: FoundPlace[]
  /** All places that match, on every page. */
  total: number
  leftOut: LeftOut
  /** The catalog's version that was searched. */
  version: number
}

/** Names a place for good, whatever is imported again. */
export type PlaceName = { datasetId: number; sourceId: string }

/** What of a place tells whether a lead of it is up to date. Members: every row that is part of it, where it was merged. */
export type PlaceMark = { stamp: number; isSuppressed: boolean; members: readonly PlaceName[] }

/** The port between search and places: our own catalog, or whatever is put in its stead. */
export type PlacesProvider = {
  search: (plan: SearchPlan, page: { after: PageKey | null; limit: number }) => Promise<FoundPage>
  /** The places of these names as they are now, by "dataset:source's id"; a row that is part of another place is that place. */
  find: (names: readonly PlaceName[]) => Promise<Map<string, FoundPlace>>
}
