import { webhookHistoryDays } from '#contract/accounts/webhooks.ts'
import type { Deps } from '#server/accounts/deps.ts'
import { daysBefore } from '#server/platform/basics/clock.ts'
import { inOneTurn } from '#server/platform/jobs/one-turn.ts'
import {
  deleteOldMessages,
  deleteSurplusMessages,
  lockEndpoints,
  overfullEndpoints,
  saveEndpoints,
} from './delivery.repository.ts'
import { afterTurningOff } from './delivery.usecases.ts'

/** More than this waits only if a receiver is far too slow, or on hold for long. */
const MAX_WAITING = 10_000
/** Finished messages that an endpoint keeps, however new they are. */
const MAX_KEPT = 20_000
/** On the embedded database, a statement blocks everyone, so each one deletes only this much. */
const DELETED_AT_ONCE = 1000

/** A chore: deletes old messages, and turns off endpoints with too much to send. */
export async function keepWebhooksSmall(deps: Deps): Promise<void> {
  const before = daysBefore(deps.clock.now(), webhookHistoryDays)
  // Messages of an endpoint on hold may be as old, and stay.
  let after: number | null = 0
  while (after !== null) after = await deleteOldMessages(deps.db, { before, after, atMost: DELETED_AT_ONCE })
  while ((await deleteSurplusMessages(deps.db, { kept: MAX_KEPT, atMost: DELETED_AT_ONCE })) > 0);
  await inOneTurn(await overfullEndpoints(deps.db, MAX_WAITING), id => turnOffFull(deps, id))
}

const turnOffFull = (deps: Deps, id: number): Promise<void> =>
  deps.db.transaction(async tx => {
    const [endpoint] = await lockEndpoints(tx, [id])
    if (endpoint === undefined) return
    const state = ['on', 'held'].includes(endpoint.state) ? 'full' : endpoint.state
    await saveEndpoints(tx, [{ ...endpoint, pausedUntil: null, state }])
    await afterTurningOff(deps, tx, { ...endpoint, state: 'full' }, deps.clock.now())
  })
