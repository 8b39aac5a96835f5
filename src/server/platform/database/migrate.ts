import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { withCatalogLock } from './catalog-lock.ts'
import type { Db, Session } from './db.ts'
import * as accounts from './migrations/0001-accounts.ts'
import * as catalog from './migrations/0002-catalog.ts'
import * as leads from './migrations/0003-leads.ts'
import * as contact from './migrations/0004-contact.ts'
import * as visits from './migrations/0005-visits.ts'
import * as leadLists from './migrations/0006-lead-lists.ts'
import * as leadAnalytics from './migrations/0007-lead-analytics.ts'
import * as payments from './migrations/0008-payments.ts'
import * as paymentsSandbox from './migrations/0009-payments-sandbox.ts'
import * as accountSecurity from './migrations/0010-account-security.ts'
import * as unknownSignIns from './migrations/0011-unknown-sign-ins.ts'
import * as placeSources from './migrations/0012-place-sources.ts'
import * as possibleDuplicates from './migrations/0013-possible-duplicates.ts'
import * as suppression from './migrations/0014-suppression.ts'
import * as firstFacts from './migrations/0015-first-facts.ts'
import * as apiKeys from './migrations/0016-api-keys.ts'
import * as searchNotes from './migrations/0023-search-notes.ts'
import * as siteBuilders from './migrations/0030-domains-under-site-builders.ts'
import * as paidPrice from './migrations/0040-paid-price.ts'
import * as leadNames from './migrations/0046-lead-names.ts'
import * as orderOfNames from './migrations/0047-order-of-names.ts'
import * as branchesOfOnePhone from './migrations/0048-branches-of-one-phone.ts'
import * as ageOfEmails from './migrations/0050-age-of-emails.ts'
import * as retentionOfSecurityEvents from './migrations/0051-retention-of-security-events.ts'
import * as exportedLeads from './migrations/0052-exported-leads.ts'
import * as leadsOfAUser from './migrations/0053-leads-of-a-user.ts'
import * as foundByIndex from './migrations/0054-found-by-index.ts'
import * as phonesOfMergedPlaces from './migrations/0054a-phones-of-merged-places.ts'
import * as mailLimits from './migrations/0055-mail-limits.ts'
import * as pendingEmail from './migrations/0057-pending-email.ts'
import * as noTruncate from './migrations/0058-no-truncate.ts'
import * as sandboxKeysExpire from './migrations/0060-sandbox-keys-expire.ts'
import * as failedKeys from './migrations/0061-failed-keys.ts'
import * as billingFacts from './migrations/0062-billing-facts.ts'
import * as currentLeads from './migrations/0065-current-leads.ts'
import * as judgedLeads from './migrations/0066-judged-leads.ts'
import * as endLiftedByUpgrade from './migrations/0067-end-lifted-by-upgrade.ts'
import * as returnedCharges from './migrations/0068-returned-charges.ts'
import * as grantedPulls from './migrations/0072-granted-pulls.ts'
import * as brand from './migrations/0073-brand.ts'
import * as firstSeen from './migrations/0074-first-seen.ts'
import * as rowsWithoutAddress from './migrations/0075-rows-without-address.ts'
import * as derivedLocation from './migrations/0076-derived-location.ts'
import * as pullsOfASearch from './migrations/0077-pulls-of-a-search.ts'
import * as areaLoads from './migrations/0078-area-loads.ts'
import * as whatChanged from './migrations/0080-what-changed.ts'
import * as releaseIndex from './migrations/0081-release-index.ts'
import * as releaseDecisions from './migrations/0082-release-decisions.ts'
import * as publicCounts from './migrations/0083-public-counts.ts'
import * as lookupsOfLeads from './migrations/0084-lookups-of-leads.ts'
import * as searchableLoads from './migrations/0085-searchable-loads.ts'
import * as namesAtASpot from './migrations/0088-names-at-a-spot.ts'
import * as keyScopes from './migrations/0090-key-scopes.ts'
import * as webhooks from './migrations/0091-webhooks.ts'
import * as siteFacts from './migrations/0100-site-facts.ts'
import * as placeDomains from './migrations/0101-place-domains.ts'
import * as leadWork from './migrations/0110-lead-work.ts'
import * as leadGroups from './migrations/0111-lead-groups.ts'
import * as tags from './migrations/0112-tags.ts'
import * as ownDoNotContact from './migrations/0113-own-do-not-contact.ts'
import * as knownBusinesses from './migrations/0114-known-businesses.ts'
import * as cardFingerprints from './migrations/0115-card-fingerprints.ts'
import * as longOwnLists from './migrations/0116-long-own-lists.ts'
import * as savedSearches from './migrations/0120-saved-searches.ts'
import * as receipts from './migrations/0125-receipts.ts'
import * as listsInOwnData from './migrations/0126-lists-in-own-data.ts'
import * as leadReports from './migrations/0130-lead-reports.ts'
import * as decidedReports from './migrations/0131-decided-reports.ts'
import * as newestStatusChanges from './migrations/0132-newest-status-changes.ts'
import * as placeOverrides from './migrations/0133-place-overrides.ts'
import * as heldWebhooks from './migrations/0134-held-webhooks.ts'
import * as placesWithNewIds from './migrations/0135-places-with-new-ids.ts'
import * as kindToldBy from './migrations/0140-kind-told-by.ts'
import * as ownWebsites from './migrations/0141-own-websites.ts'
import * as cheaperLeads from './migrations/0160-cheaper-leads.ts'
import * as leadsWithoutPhone from './migrations/0161-leads-without-phone.ts'
import * as leadsBehindAnother from './migrations/0162-leads-behind-another.ts'
import { UnusableDatabaseError } from './unusable-database.ts'

const migrations: Record<string, Migration> = {
  '0001-accounts': accounts,
  '0002-catalog': catalog,
  '0003-leads': leads,
  '0004-contact': contact,
  '0005-visits': visits,
  '0006-lead-lists': leadLists,
  '0007-lead-analytics': leadAnalytics,
  '0008-payments': payments,
  '0009-payments-sandbox': paymentsSandbox,
  '0010-account-security': accountSecurity,
  '0011-unknown-sign-ins': unknownSignIns,
  '0012-place-sources': placeSources,
  '0013-possible-duplicates': possibleDuplicates,
  '0014-suppression': suppression,
  '0015-first-facts': firstFacts,
  '0016-api-keys': apiKeys,
  '0023-search-notes': searchNotes,
  '0030-domains-under-site-builders': siteBuilders,
  '0040-paid-price': paidPrice,
  '0046-lead-names': leadNames,
  '0047-order-of-names': orderOfNames,
  '0048-branches-of-one-phone': branchesOfOnePhone,
  '0050-age-of-emails': ageOfEmails,
  '0051-retention-of-security-events': retentionOfSecurityEvents,
  '0052-exported-leads': exportedLeads,
  '0053-leads-of-a-user': leadsOfAUser,
  '0054-found-by-index': foundByIndex,
  '0054a-phones-of-merged-places': phonesOfMergedPlaces,
  '0055-mail-limits': mailLimits,
  '0057-pending-email': pendingEmail,
  '0058-no-truncate': noTruncate,
  '0060-sandbox-keys-expire': sandboxKeysExpire,
  '0061-failed-keys': failedKeys,
  '0062-billing-facts': billingFacts,
  '0065-current-leads': currentLeads,
  '0066-judged-leads': judgedLeads,
  '0067-end-lifted-by-upgrade': endLiftedByUpgrade,
  '0068-returned-charges': returnedCharges,
  '0072-granted-pulls': grantedPulls,
  '0073-brand': brand,
  '0074-first-seen': firstSeen,
  '0075-rows-without-address': rowsWithoutAddress,
  '0076-derived-location': derivedLocation,
  '0077-pulls-of-a-search': pullsOfASearch,
  '0078-area-loads': areaLoads,
  '0080-what-changed': whatChanged,
  '0081-release-index': releaseIndex,
  '0082-release-decisions': releaseDecisions,
  '0083-public-counts': publicCounts,
  '0084-lookups-of-leads': lookupsOfLeads,
  '0085-searchable-loads': searchableLoads,
  '0088-names-at-a-spot': namesAtASpot,
  '0090-key-scopes': keyScopes,
  '0091-webhooks': webhooks,
  '0100-site-facts': siteFacts,
  '0101-place-domains': placeDomains,
  '0110-lead-work': leadWork,
  '0111-lead-groups': leadGroups,
  '0112-tags': tags,
  '0113-own-do-not-contact': ownDoNotContact,
  '0114-known-businesses': knownBusinesses,
  '0115-card-fingerprints': cardFingerprints,
  '0116-long-own-lists': longOwnLists,
  '0120-saved-searches': savedSearches,
  '0125-receipts': receipts,
  '0126-lists-in-own-data': listsInOwnData,
  '0130-lead-reports': leadReports,
  '0131-decided-reports': decidedReports,
  '0132-newest-status-changes': newestStatusChanges,
  '0133-place-overrides': placeOverrides,
  '0134-held-webhooks': heldWebhooks,
  '0135-places-with-new-ids': placesWithNewIds,
  '0140-kind-told-by': kindToldBy,
  '0141-own-websites': ownWebsites,
  '0160-cheaper-leads': cheaperLeads,
  '0161-leads-without-phone': leadsWithoutPhone,
  '0162-leads-behind-another': leadsBehindAnother,
}

type Warn = (fields: object, message: string) => void

/**
 * Migrates the schema and returns the names of the migrations that it ran. Several processes may call it at the same
 * time. It waits for a running import and reports that to `warn`. On PostgreSQL, a newer schema is left alone with a
 * warning, because old processes can restart during an upgrade or after a downgrade. The embedded database has only one
 * process, so a newer schema means that the program is too old.
 * @throws UnusableDatabaseError if the schema is newer, or the record of migrations is missing.
 */
export async function migrate(db: Db, warn: Warn = () => {}): Promise<string[]> {
  const done = await migrationsDone(db)
  if (Object.keys(migrations).every(name => done.has(name))) {
    const newer = [...done].filter(name => !(name in migrations))
    if (newer.length > 0 && db.kind === 'embedded') throw newerSchema(newer)
    if (newer.length > 0) warn({ newer }, 'the database has been migrated by a newer version')
    return []
  }
  return withCatalogLock(db, runMigrations, () =>
    warn({}, 'the migration waits for an import of places, or another migration, to end'),
  )
}

const newerSchema = (newer: readonly string[]): UnusableDatabaseError =>
  new UnusableDatabaseError(
    `The database was last used by a newer version of Leadline (its schema includes ${newer.join(', ')}): start that version again, or restore a backup that this version made.`,
  )

async function runMigrations(session: Session): Promise<string[]> {
  const migrator = new Migrator({
    db: new Kysely({ dialect: new PostgresDialect({ pool: poolOf(session) }) }),
    provider: { getMigrations: () => Promise.resolve(migrations) },
    // Features developed in parallel are not always merged in the order of their numbers.
    allowUnorderedMigrations: true,
  })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
  return results.map(result => result.migrationName)
}

// The migrator reads the whole system catalog first. Only a start that has something to migrate should pay for that.
async function migrationsDone(db: Db): Promise<Set<string>> {
  const [table] = await db.query<{ exists: boolean }>(`SELECT to_regclass('kysely_migration') IS NOT NULL AS exists`)
  if (table?.exists !== true) return new Set()
  const done = await db.query<{ name: string }>('SELECT name FROM kysely_migration ORDER BY name')
  return new Set(done.map(({ name }) => name))
}

/** Adapts our session to Kysely, which only needs connect, query, and release, and one connection at a time. */
const poolOf = (session: Session) => ({
  connect: () => Promise.resolve(clientOf(session)),
  end: async () => {},
  options: {},
})

const clientOf = (session: Session) =>
  ({
    processID: 1,
    connect: () => Promise.reject(new Error('already connected')),
    end: () => {},
    query: async (text: string, values: readonly unknown[]) => {
      const rows = await session.query(text, values)
      return { command: 'SELECT', rowCount: rows.length, rows }
    },
    release: () => {},
  }) as unknown as PostgresPoolClient
