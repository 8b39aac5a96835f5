import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { SavedSearchChange, SavedSearchInput } from '#contract/searches/saved-searches.ts'
import type { AreaSearchCriteria } from '#contract/searches/searches.ts'
import { unsubscribeToken } from '#server/features/alerts/unsubscribe-token.ts'
import type { Db } from '#server/platform/database/db.ts'
import { signUp } from '../app.ts'
import { seededSearch } from '../seed-town.ts'
import { type GoodCalls, ownerOfSavedSearch, runSearch, searcher } from './good-call.ts'

const areaSearch = {
  businessCategory: seededSearch.businessCategory,
  areas: [{ place: seededSearch.location }],
} satisfies z.input<typeof AreaSearchCriteria>

/** A load of places that a search has started and that has failed. */
async function makeLoad(db: Db, now: Date): Promise<string> {
  const [load] = await db.query<{ key: string }>(
    `INSERT INTO place_load (wish, cells, area, state, created_at, finished_at)
     VALUES ('{}', '{1}', '5 miles around Boulder, CO', 'failed', $1, $1) RETURNING key`,
    [now],
  )
  return load?.key ?? ''
}

/** A call about a search that the caller has just run. */
const ofSearch = (part: string) => async (app: FastifyInstance) => {
  const as = await signUp(app)
  const { search } = await runSearch(app, as)
  return { options: { url: `/api/searches/${search.id}${part}` }, as }
}

/** Good calls of the endpoints that search, and of saved searches. */
export const searchCalls: GoodCalls = {
  'GET /api/area-loads/:id': async (_app, { db, clock }) => ({
    options: { url: `/api/area-loads/${await makeLoad(db, clock.now())}` },
  }),
  'POST /api/area-loads/:id/retry': async (_app, { db, clock }) => ({
    options: { url: `/api/area-loads/${await makeLoad(db, clock.now())}/retry` },
  }),
  'POST /api/search': async () => ({ body: seededSearch }),
  'POST /api/search/preview': async () => ({ body: seededSearch }),
  'POST /api/area-searches': async () => ({ body: areaSearch }),
  'POST /api/area-searches/preview': async () => ({ body: areaSearch }),
  'GET /api/public-preview': async () => ({
    options: { query: { category: seededSearch.businessCategory, place: seededSearch.location } },
  }),
  'GET /api/public-example': async () => ({}),
  'GET /api/public-suggestions': async () => ({ options: { query: { kind: 'place', q: 'bou' } } }),
  'GET /api/examples': async () => ({}),
  'GET /api/towns': async () => ({ options: { query: { south: '39', north: '41', west: '-106', east: '-104' } } }),
  'GET /api/map-style': async () => ({}),
  'GET /api/suggest': async () => ({ options: { query: { kind: 'category', q: 'plu', near: seededSearch.location } } }),
  'GET /api/search/next': async app => {
    const as = await signUp(app)
    const { search, nextPageToken } = await runSearch(app, as)
    return { options: { query: { searchId: String(search.id), pageToken: nextPageToken ?? '' } }, as }
  },
  'GET /api/searches': async app => ({ as: await searcher(app) }),
  'GET /api/searches/:id': ofSearch(''),
  'GET /api/searches/:id/points': ofSearch('/points'),
  'GET /api/searches/:id/receipt': ofSearch('/receipt'),
  'GET /api/searches/:id/categories': ofSearch('/categories'),
  'POST /api/searches/:id/comparison': ofSearch('/comparison'),
  'GET /api/saved-searches': async () => ({}),
  'POST /api/saved-searches': async app => {
    const as = await signUp(app)
    const { search } = await runSearch(app, as)
    return { body: { searchId: search.id, name: 'Boulder' } satisfies SavedSearchInput, as }
  },
  'PATCH /api/saved-searches/:id': async app => {
    const { as, url } = await ownerOfSavedSearch(app)
    return { options: { url }, body: { isMailed: false } satisfies SavedSearchChange, as }
  },
  'DELETE /api/saved-searches/:id': async app => {
    const { as, url } = await ownerOfSavedSearch(app)
    return { options: { url }, as }
  },
  'POST /api/saved-searches/:id/run': async app => {
    const { as, url } = await ownerOfSavedSearch(app)
    return { options: { url: `${url}/run` }, body: { newBusinesses: 1 }, as }
  },
  'PUT /api/alert-settings': async () => ({ body: { frequency: 'month' } }),
  'POST /api/unsubscribe': async (app, deps) => {
    const { user } = await signUp(app)
    return { options: { query: { token: unsubscribeToken(deps.pageTokenKey, user.id) } } }
  },
}
