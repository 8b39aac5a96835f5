import type { ScoreLine } from '#contract/leads/leads.ts'
import type { SuppressionKind } from '#contract/places/suppression.ts'
import type { UsedFilter } from '#contract/searches/search-filter-schemas.ts'
import type { LeftOut } from '#contract/searches/searches.ts'
import type { FoundFact, PlaceFacts } from './place-facts.ts'
import type { Provenance } from './provenance.ts'
import type { PageKey, SearchPlan } from './search-plan.ts'

/** A place as a search returns it. */
export type FoundPlace = PlaceName &
  Omit<Pick<PlaceFacts, FoundFact>, 'flags' | 'scoreLines'> & {
    id: number
    scoreLines: ScoreLine[]
    /** The origin of each fact, if the place was merged from several rows. */
    provenance: Provenance | null
    /** False for a page on a platform. */
    hasOwnWebsite: boolean
    /** True if an entry of the do-not-contact list matches any row of the place, even in a fact that is not shown. */
    isSuppressed: boolean
    /** Changes when a fact changes. */
    stamp: number
    /** The position at which a page with this place at its end ends. */
    pageKey: PageKey
  }

/** A place on a page of a search. */
export type ListedPlace = FoundPlace & {
  /** Places that may be the same business. Whoever has one of them as a lead gets this one for free. */
  possibleDuplicates: PlaceName[]
}

export type FoundPage = {
  places: ListedPlace[]
  /** All matching places on all pages. */
  total: number
  leftOut: LeftOut
  /** The version of the catalog that was searched. */
  version: number
}

/** Identifies a place permanently, across imports. */
export type PlaceName = { datasetId: number; sourceId: string }

/** Tells whether a lead is up to date with its place. `members` are all rows of a merged place. */
export type PlaceMark = { stamp: number; isSuppressed: boolean; members: readonly PlaceName[] }

export type PlaceCounts = {
  /** All matching places. */
  total: number
  /** The phones of the matching places, or null if there are more than asked for. */
  phones: number[] | null
  /** Those that have no phone; empty if there are more than asked for. */
  withoutPhone: PlaceName[]
  /** What each of the choices would leave, in their order. */
  choices: number[]
}

export type AskedCount = {
  atMost: number
  returned?: readonly ReturnedPlace[] | undefined
  avoided?: AvoidedPlaces | undefined
  choices?: readonly UsedFilter[]
}

/** Places with one of these phones or keys. */
export type NamedPlaces = { phones: readonly number[]; placeKeys: readonly string[] }

/**
 * The user's leads, and the businesses that the user knows from files. They can be many more than a search finds, so the
 * search looks up each place that it finds among them.
 */
export type OwnedPlaces = {
  userId: number
  /** Places that do not count as the user's. */
  except?: NamedPlaces
}

/** A place to leave out of a search while its name, contacts, and address are the same. */
export type ReturnedPlace = PlaceName & { factStamp: number }
/**
 * Places on a user's own do-not-contact list. The search behaves as if they did not exist. The list can be long, so the
 * search looks up each place that it finds in it.
 */
export type AvoidedPlaces = {
  userId: number
  /** Increases with each change of the list. */
  version: number
  /** The kinds of entries that the list has. */
  kinds: readonly SuppressionKind[]
  /** Places that are not left out, even if they are on the list. */
  except?: NamedPlaces
}

export type AskedPage = {
  /** Null for the first page. */
  after: PageKey | null
  limit: number
  /** Left out of the pages, but part of the total. */
  without?: OwnedPlaces | undefined
  returned?: readonly ReturnedPlace[] | undefined
  avoided?: AvoidedPlaces | undefined
}

/** The interface between search and places: our own catalog, or a replacement. */
export type PlacesProvider = {
  search: (plan: SearchPlan, page: AskedPage) => Promise<FoundPage>
  /** Counts the places of a search, and identifies them if there are at most `atMost`. */
  count: (plan: SearchPlan, asked: AskedCount) => Promise<PlaceCounts>
  /** How many places of a search have each of its categories, by the category's id. A place can have several. */
  countByCategory: (plan: SearchPlan, asked: Pick<AskedCount, 'returned' | 'avoided'>) => Promise<Map<number, number>>
  /**
   * The current places with these names, by "dataset:source's id". A merged row returns the place that it is part of.
   */
  find: (names: readonly PlaceName[]) => Promise<Map<string, FoundPlace>>
}
