import type { User } from '#contract/accounts/account.ts'
import { perFilter } from '#contract/searches/search-filters.ts'
import type { SearchPreview } from '#contract/searches/search-preview.ts'
import type { SearchResult, SearchWithNotes } from '#contract/searches/searches.ts'
import { makeLead } from '../features/leads/lead.fixture.ts'

export const makeUser = (own: Partial<User> = {}): User => ({
  id: 1,
  username: 'dana',
  email: 'dana@example.com',
  activeEmail: 'dana@example.com',
  firstName: null,
  lastName: null,
  subscriptionTier: 'free',
  subscriptionStatus: 'active',
  isPlanGranted: false,
  isAdmin: false,
  emailVerified: true,
  remainingSearches: 5,
  searchQuota: 5,
  ...pullsOf(own.remainingContactPulls ?? 50),
  contactPullQuota: 50,
  renewsAt: '2026-02-01T12:00:00.000Z',
  isEnding: own.subscriptionStatus === 'canceled',
  createdAt: '2026-01-01T00:00:00.000Z',
  ...own,
})

const pullsOf = (left: number) => ({
  remainingContactPulls: left,
  monthlyContactPulls: left,
  purchasedContactPulls: 0,
})

export const nothingLeftOut = { ...perFilter(() => 0), withoutRating: 0, owned: 0 }

export const makeAnswer = (own: Partial<SearchResult> = {}): SearchResult => ({
  search: {
    id: 7,
    propertyType: 'Plumbers',
    businessCategory: 'Plumbers',
    location: 'Boulder, CO',
    statewide: false,
    radius: 5,
    circles: [],
    areas: [],
    filters: [],
    mainCategoryOnly: false,
    withoutCategories: [],
    skipOwned: false,
    maxNewPulls: null,
    sortBy: 'relevance',
    total: 2,
    nextPageToken: null,
    createdAt: '2026-01-01T00:00:00.000Z',
  },
  leads: [
    makeLead(),
    makeLead({ id: 2, businessName: 'Ace Pipes', rating: null, phoneNumber: null, qualityScore: 45 }),
  ],
  hasNextPage: false,
  nextPageToken: null,
  total: 2,
  timeTaken: 0.034,
  load: null,
  understood: {
    category: { words: 'Plumbers', match: 'sure', label: 'Plumbers', categoryCount: 3, contains: [] },
    location: { words: 'Boulder, CO', label: 'Boulder, CO', statewide: false },
    radius: 5,
    areas: [],
  },
  leftOut: nothingLeftOut,
  sources: [
    {
      source: 'overture',
      name: 'Overture Maps',
      release: '2026-04',
      license: 'CDLA-Permissive-2.0',
      attribution: 'Overture Maps Foundation',
      isSample: false,
    },
  ],
  coverage: 'full',
  ...own,
})

/** The same search as the server returns it later. */
export function makeNotedSearch(own: Partial<SearchResult> = {}): SearchWithNotes {
  const { search, total, understood, leftOut, sources, coverage } = makeAnswer(own)
  return { search, total, notes: { understood, leftOut, sources, coverage } }
}

export const makePreview = (own: Partial<SearchPreview> = {}): SearchPreview => ({
  understood: makeAnswer().understood,
  matches: 139,
  filterCounts: [],
  areas: [],
  related: [],
  towns: [],
  owned: 12,
  known: 0,
  doNotContact: 0,
  searches: 1,
  pulls: 127,
  pullsLeft: 50,
  coverage: 'full',
  isSample: false,
  ...own,
})
