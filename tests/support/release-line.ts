import type { Lead } from '#contract/leads/leads.ts'
import { raiseCatalogVersion } from '#server/catalog/tables/dataset.repository.ts'
import { placeKey } from '#server/catalog/tables/place-key.sql.ts'
import type { Db } from '#server/platform/database/db.ts'

/** A release that gives the place of a lead the phone and name of `as`: of another lead, or its own again. */
export async function releaseLine(db: Db, lead: Lead | undefined, as: Lead | undefined): Promise<void> {
  await db.query(
    `UPDATE place p SET phone = $2, name = $3 FROM lead l WHERE l.id = $1 AND ${placeKey('p')} = l.place_key`,
    [lead?.id, `1${as?.phoneNumber?.replaceAll(/\D/g, '')}`, as?.businessName],
  )
  await raiseCatalogVersion(db)
}
