import type { Lead } from '#contract/leads/leads.ts'
import type { Account } from '#server/accounts/sessions/session.usecases.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import type { Deps } from './deps.ts'
import { leadsBefore, leadsFrom, leadsOfIds, type StoredLead } from './leads.repository.ts'
import { currentLeads } from './refresh-leads.usecases.ts'

export { listedKeys } from './leads.repository.ts'

/** The current state of the leads that a search listed from a position on, and the position after them. */
export async function leadsOfLoadedPage(
  deps: Deps,
  { userId, ...asked }: { userId: number; searchId: number; position: number; limit: number },
): Promise<{ leads: Lead[]; end: number }> {
  const stored = await currentLeads(deps, userId, () => leadsFrom(deps.db, asked))
  return { leads: stored.leads, end: (stored.rows.at(-1)?.position ?? asked.position - 1) + 1 }
}

/** The current state of leads that an earlier request returned. */
export async function currentLeadsOf(deps: Deps, account: Account, given: readonly Lead[]): Promise<Lead[]> {
  const ids = given.map(({ id }) => id)
  const { leads } = await currentLeads(deps, account.id, () => leadsOfIds(deps.db, { userId: account.id, ids }))
  const known = new Map(leads.map(lead => [lead.id, lead]))
  return given.flatMap(before => {
    const lead = known.get(before.id)
    return lead === undefined ? [] : { ...lead, distanceMiles: before.distanceMiles }
  })
}

export async function readLead(deps: Deps, { id: userId }: Account, id: number): Promise<Lead> {
  const { leads } = await currentLeads(deps, userId, () => leadsOfIds(deps.db, { userId, ids: [id] }))
  const [lead] = leads
  if (lead === undefined) throw new Refusal('NOT_FOUND')
  return lead
}

const PORTION = 100

async function* inPortions<Row extends StoredLead>(
  deps: Deps,
  userId: number,
  readAfter: (last: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Lead[]> {
  let last: Row | undefined
  do {
    const { leads, rows } = await currentLeads(deps, userId, () => readAfter(last))
    yield leads
    last = rows[PORTION - 1]
  } while (last !== undefined)
}

/** All leads of one of the user's searches, in its order. */
export const leadsOfSearch = (deps: Deps, { id }: Account, searchId: number): AsyncGenerator<Lead[]> =>
  inPortions<StoredLead & { position: number }>(deps, id, last =>
    leadsFrom(deps.db, { searchId, position: (last?.position ?? -1) + 1, limit: PORTION }),
  )

/** All leads of the user, newest first. */
export const leadsOfUser = (deps: Deps, { id: userId }: Account): AsyncGenerator<Lead[]> =>
  inPortions<StoredLead>(deps, userId, last =>
    leadsBefore(deps.db, { userId, before: last?.id ?? null, limit: PORTION }),
  )
