import type { FastifyInstance, InjectOptions } from 'fastify'
import type { PasswordInput } from '#contract/accounts/security.ts'
import type { ContactInput } from '#contract/contact.ts'
import type { SavedSearchInput } from '#contract/searches/saved-searches.ts'
import type { SearchResult } from '#contract/searches/searches.ts'
import type { Deps } from '#server/features/deps.ts'
import { newAddress, type SignedIn, signUp } from '../app.ts'
import { seededSearch } from '../seed-town.ts'

export type GoodCall = {
  /** The query and other options. */
  options?: InjectOptions
  body?: Record<string, unknown>
  /** The caller, if it is not the test's own user. */
  as?: SignedIn
}
/** Good calls by method and path of their endpoint. */
export type GoodCalls = Record<string, (app: FastifyInstance, deps: Deps) => Promise<GoodCall>>

export const contactInput = {
  name: 'Ann Lee',
  email: 'ann@example.com',
  subject: 'Custom plan',
  message: 'We need more leads.',
} satisfies ContactInput
export const password = 'correct horse battery'
export const ownPassword = { currentPassword: password } satisfies PasswordInput
let names = 0
export const newName = (): string => `visitor${++names}`

export async function searcher(app: FastifyInstance): Promise<SignedIn> {
  const user = await signUp(app)
  await runSearch(app, user)
  return user
}

export async function ownerOfLead(app: FastifyInstance): Promise<{ as: SignedIn; leadId: number }> {
  const as = await signUp(app)
  const { leads } = await runSearch(app, as)
  return { as, leadId: leads[0]?.id ?? 0 }
}

export async function ownerOfSavedSearch(app: FastifyInstance): Promise<{ as: SignedIn; url: string }> {
  const as = await signUp(app)
  const { search } = await runSearch(app, as)
  const saved = await app.inject({
    method: 'POST',
    url: '/api/saved-searches',
    payload: { searchId: search.id, name: 'Boulder' } satisfies SavedSearchInput,
    headers: { cookie: as.cookie },
  })
  return { as, url: `/api/saved-searches/${saved.json<{ id: number }>().id}` }
}

export async function runSearch(app: FastifyInstance, { cookie }: SignedIn): Promise<SearchResult> {
  const response = await app.inject({
    method: 'POST',
    url: '/api/search',
    payload: seededSearch,
    headers: { cookie },
    remoteAddress: newAddress(),
  })
  if (response.statusCode !== 200) throw new Error(`The search was refused: ${response.body}`)
  return response.json<SearchResult>()
}
