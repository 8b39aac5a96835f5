import type { Account } from '#server/accounts/sessions/session.usecases.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { hitRateLimit } from '#server/platform/limits/rate-limit.ts'

/** A search that finds nothing is free, so it needs a rate limit. */
export const countEmptySearch = (tx: Queryable, { id }: Account, now: Date): Promise<void> =>
  hitRateLimit(tx, { name: 'searches that find nothing', key: String(id), limit: 60, windowSeconds: 3600 }, now)
