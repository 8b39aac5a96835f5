import type {
  AdminStats,
  AdminUser,
  ContactSubmission,
  PageVisit,
  PageVisitCount,
  SecurityEvent,
} from '#contract/admin/admin.ts'
import type { ListPage } from '#contract/lists.ts'
import type { Account } from '#server/accounts/identity/account.rules.ts'
import { paidUntilOf } from '#server/accounts/identity/paid-plan.rules.ts'
import { countAccounts, listAccounts, readUserStats } from '#server/accounts/identity/user-list.usecases.ts'
import { setUserDisabled } from '#server/accounts/moderation/moderation.usecases.ts'
import { countEvents, findEvents } from '#server/accounts/security-log/security-log.usecases.ts'
import { countWaitingRemovals } from '#server/catalog/suppression/removal.usecases.ts'
import {
  countContactMessages,
  listContactMessages,
  markContactMessageRead,
} from '#server/features/contact/contact.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { countAllWaiting } from '#server/features/reports/credit-reports.usecases.ts'
import { countPageVisits, countVisitsByPage, listVisits } from '#server/features/visits/visits.usecases.ts'
import { withIsoDates } from '#server/platform/basics/clock.ts'
import { type ListPaging, NEWEST_OF_LOG, pageOfWhole, readList } from '#server/platform/basics/list-page.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'

type List<Item> = Promise<Item[] | ListPage<Item>>
const NO_LIMIT = 2 ** 31 - 1

export async function readAdminStats(deps: Deps): Promise<AdminStats> {
  const [userStats, visits, contacts, removalRequests, leadReports] = await Promise.all([
    readUserStats(deps),
    countPageVisits(deps),
    countContactMessages(deps.db),
    countWaitingRemovals(deps.db),
    countAllWaiting(deps.db),
  ])
  const waiting = { removalRequests, leadReports, messages: contacts.unread }
  return { userStats, visitStats: { total: visits }, contactStats: { total: contacts.total }, waiting }
}

export const listUsers = (deps: Deps, query: ListPaging & { text?: string | undefined }): List<AdminUser> =>
  readList(query, {
    read: async page => (await listAccounts(deps, page, query.text)).map(adminUserOf),
    count: () => countAccounts(deps.db, query.text),
    longest: NO_LIMIT,
  })

const adminUserOf = (account: Account): AdminUser => ({
  ...account,
  subscriptionTier: account.tier,
  paidUntil: paidUntilOf(account)?.toISOString() ?? null,
  createdAt: account.createdAt.toISOString(),
})

export const setDisabled = async (
  deps: Deps,
  change: { admin: Account; userId: number; isDisabled: boolean },
): Promise<AdminUser> => adminUserOf(await setUserDisabled(deps, change))

export const listEvents = (
  deps: Deps,
  { userId = null, ...query }: ListPaging & { userId?: number | null | undefined },
): List<SecurityEvent> =>
  readList(query, {
    read: async page => (await findEvents(deps.db, { ...page, userId })).map(withIsoDates),
    count: () => countEvents(deps.db, userId),
    longest: NEWEST_OF_LOG,
  })

export const listPageVisits = (deps: Deps, query: ListPaging): List<PageVisit> =>
  readList(query, {
    read: async page =>
      (await listVisits(deps, page)).map(({ at, ...visit }) => Object.assign(visit, { timestamp: at.toISOString() })),
    count: () => countPageVisits(deps),
    longest: NEWEST_OF_LOG,
  })

export const listPageVisitCounts = async (deps: Deps, query: ListPaging): List<PageVisitCount> =>
  pageOfWhole(await countVisitsByPage(deps), query)

export const listContactSubmissions = ({ db }: Deps, query: ListPaging): List<ContactSubmission> =>
  readList(query, {
    read: async page => (await listContactMessages(db, page)).map(withIsoDates),
    count: async () => (await countContactMessages(db)).total,
    longest: NO_LIMIT,
  })

export async function markSubmissionRead({ db }: Deps, id: number): Promise<ContactSubmission> {
  const message = await markContactMessageRead(db, id)
  if (message === undefined) throw new Refusal('NOT_FOUND', { message: 'There is no such contact submission.' })
  return withIsoDates(message)
}
