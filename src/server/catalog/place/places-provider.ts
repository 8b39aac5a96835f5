import type { ScoreLine } from '#contract/leads/leads.ts'
import type { SuppressionKind } from '#contract/places/suppression.ts'
import type { UsedFilter } from '#contract/searches/search-filter-schemas.ts'
import type { LeftOut } from '#contract/searches/searches.ts'
import type { FoundFact, PlaceFacts } from './place-facts.ts'
import type { Provenance } from './provenance.ts'
import type { PageKey, SearchPlan } from './search-plan.ts'

export type FoundPlace = PlaceName &
  Omit<Pick<PlaceFacts, FoundFact>, 'flags' | 'scoreLines'> & {
    id: number
    scoreLines: ScoreLine[]
    /** The origin of each fact, if the place was merged from several rows. */
    provenance: Provenance | null
    /** False for a page on a platform. */
    hasOwnWebsite: boolean
    /** True if the do-not-contact list matches any row of the place, even by a fact that is not shown. */
    isSuppressed: boolean
    /** A hash of the facts. */
    stamp: number
    /** The position of this place in the results. If it is the last place of a page, the next page starts after it. */
    pageKey: PageKey
  }

export type ListedPlace = FoundPlace & {
  /** Places that may be the same business. A user who has one of them as a lead gets this place for free. */
  possibleDuplicates: PlaceName[]
}

export type FoundPage = {
  places: ListedPlace[]
  /** The number of matching places on all pages. */
  total: number
  leftOut: LeftOut
  version: number
}

/** Identifies a place permanently, across imports. */
export type PlaceName = { datasetId: number; sourceId: string }

/** Tells whether a lead is up to date with its place. `members` are all rows of the place. */
export type PlaceMark = { stamp: number; isSuppressed: boolean; members: readonly PlaceName[] }

export type PlaceCounts = {
  total: number
  /** The id and the phone (0 if it has none) of each matching place; null if there are more than `atMost`. */
  matches: [id: number, phone: number][] | null
  /** For each of the requested choices: the number of places that match with it. */
  choices: number[]
}

export type AskedCount = LeftOutPlaces & {
  atMost: number
  choices?: readonly UsedFilter[]
}

export type NamedPlaces = { phones: readonly number[]; placeKeys: readonly string[] }

/** What the user has or knows. It can be much more than a search finds, so the search looks up each place. */
export type OwnedPlaces = {
  userId: number
  /** Places that do not count as the user's. */
  except?: NamedPlaces
}

/** A place that a search leaves out as long as its name, contacts, and address are the same. */
export type ReturnedPlace = PlaceName & { factStamp: number }
/** Places that a search leaves out without a trace. The list can be long, so the search looks up each place. */
export type DoNotContactPlaces = {
  userId: number
  /** Increases with each change of the list. */
  version: number
  kinds: readonly SuppressionKind[]
  /** Places that are not left out, even if they are on the list. */
  except?: NamedPlaces
}

/** What a user's search leaves out. */
export type LeftOutPlaces = {
  /** The search says how many these are. */
  without?: OwnedPlaces | undefined
  returned?: readonly ReturnedPlace[] | undefined
  doNotContact?: DoNotContactPlaces | undefined
}

export type AskedPage = LeftOutPlaces & {
  /** Null for the first page. */
  after: PageKey | null
  limit: number
  /** Places that count as news of the plan's saved search. Stored news is deleted after some time. */
  formerNews?: NamedPlaces | undefined
}

/** The interface between search and places: our own catalog, or a replacement. */
export type PlacesProvider = {
  search: (plan: SearchPlan, page: AskedPage) => Promise<FoundPage>
  /** Counts the places of a search, and identifies them if there are at most `atMost`. */
  count: (plan: SearchPlan, asked: AskedCount) => Promise<PlaceCounts>
  /** By category id: the number of places of a search that have the category. A place can have several. */
  countByCategory: (plan: SearchPlan, leftOut: LeftOutPlaces) => Promise<Map<number, number>>
}
