import type { KnownFile } from '#contract/leads/known-businesses.ts'
import type { Account } from '#server/accounts/sessions/session.usecases.ts'
import { ensureSettings } from '#server/features/alerts/saved-searches.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { withLeads } from '#server/leads/own-lead.usecases.ts'
import { queueInTurn } from '#server/platform/jobs/job.ts'
import { holderOf, type LimitedCaller, limitOfCaller } from '#server/platform/limits/limited-caller.ts'
import { hitRateLimit, type RateLimit } from '#server/platform/limits/rate-limit.ts'
import { assertRoom, workedFile } from './file-summary.usecases.ts'
import { compareFromStart, setUses } from './known-businesses.repository.ts'
import { ownFile, shownFile } from './known-businesses.usecases.ts'
import { knownMatchJob } from './match-known.usecases.ts'

/** A comparison takes minutes of everybody's time. */
export const comparisonLimit = (caller: LimitedCaller): RateLimit =>
  limitOfCaller(caller, { name: 'comparisons of your files in 24 hours', limit: 60, windowSeconds: 86_400 })

type Wish = { isLeftOut?: boolean | undefined; isFollowed?: boolean | undefined }

/**
 * Says whether searches leave out the businesses of a file, and whether it is followed. A job applies it, because it
 * changes many rows.
 */
export async function changeFile(
  deps: Deps,
  { account, network, id }: LimitedCaller & { account: Account; id: number },
  wish: Wish,
): Promise<KnownFile> {
  const { db, clock } = deps
  await withLeads(db, account.id, async tx => {
    const file = await workedFile(tx, { account, id, isLocked: true })
    const { isLeftOut = file.isLeftOut, isFollowed = file.isFollowed } = wish
    await setUses(tx, id, { isLeftOut, isFollowed })
    const begins = isFollowed && !file.isFollowed
    if (begins) {
      await assertRoom(tx, account, file)
      await ensureSettings(tx, account.id, { now: clock.now() })
    }
    if (isLeftOut === file.isLeftOut && !begins) return
    await hitRateLimit(tx, comparisonLimit({ account, network }), clock.now())
    await compareFromStart(tx, id)
    const holder = holderOf({ account, network })
    await queueInTurn(deps, tx, knownMatchJob, { payloads: [{ fileId: id }], holder })
  })
  return shownFile(await ownFile(db, account.id, id), account.tier)
}
