import {
  type AdvancedAnalytics,
  type Analytics,
  noWebsite,
  ownFiles,
  ownWebsite,
  recentSearches,
  searchTableRows,
} from '#contract/admin/analytics.ts'
import { allowsFeature } from '#contract/plans.ts'
import { platformDomains } from '#domains/index.ts'
import type { Account } from '#server/accounts/sessions/session.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { countSearches } from '#server/features/searches/own-searches.usecases.ts'
import { readLeads } from '#server/leads/refresh-leads.usecases.ts'
import { withIsoDates } from '#server/platform/basics/clock.ts'
import * as repository from './analytics.repository.ts'
import { bandThresholds, mapOf, qualityOf, shareOf, sourceMapOf, trendOf, trendStart } from './analytics.rules.ts'

export const readAnalytics = (deps: Deps, account: Account): Promise<Analytics> =>
  readLeads(deps, account.id, () => readFigures(deps, account))

async function readFigures(deps: Deps, account: Account): Promise<Analytics> {
  const { db } = deps
  const [counts, totalSearches, newest, advanced] = await Promise.all([
    repository.countLeads(db, { userId: account.id, platformDomains, ownWebsite, noWebsite, ownFiles }),
    countSearches(db, account.id),
    repository.newestSearches(db, account.id, recentSearches),
    allowsFeature(account.tier, 'advancedAnalytics') ? readAdvanced(deps, account) : undefined,
  ])
  const by = (kind: repository.LeadCount['kind']) => counts.filter(count => count.kind === kind)
  const totalLeads = by('source').reduce((sum, { leads }) => sum + leads, 0)
  const exportedLeads = by('source').reduce((sum, { exported }) => sum + exported, 0)
  return {
    totalSearches,
    totalLeads,
    averageLeadsPerSearch: shareOf(totalLeads, totalSearches),
    exportedLeads,
    exportRate: shareOf(exportedLeads, totalLeads),
    leadsByBusinessCategory: mapOf(by('category')),
    leadsByLocation: mapOf(by('location')),
    leadSources: sourceMapOf(by('source')),
    recentSearches: newest.map(withIsoDates),
    ...(advanced === undefined ? {} : { advanced }),
  }
}

async function readAdvanced({ db, clock }: Deps, { id }: Account): Promise<AdvancedAnalytics> {
  const now = clock.now()
  const [days, bands, searches, states] = await Promise.all([
    repository.leadsByDay(db, id, trendStart(now)),
    repository.leadsByBand(db, id, bandThresholds),
    repository.searchFigures(db, id, searchTableRows),
    repository.leadsByState(db, id),
  ])
  return {
    trend: trendOf(days, now),
    quality: qualityOf(bands),
    searches: searches.map(withIsoDates),
    states,
  }
}
