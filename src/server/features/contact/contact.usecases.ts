import type { ContactInput } from '#contract/contact.ts'
import type { Deps } from '#server/features/deps.ts'
import { keptSince } from '#server/platform/basics/clock.ts'
import type { Network } from '#server/platform/basics/network.ts'
import { limitPerNetwork } from '#server/platform/limits/limited-caller.ts'
import { hitRateLimit } from '#server/platform/limits/rate-limit.ts'
import { deleteContactMessagesBefore, insertContactMessage } from './contact.repository.ts'

export { countContactMessages, listContactMessages, markContactMessageRead } from './contact.repository.ts'

/** High enough for an office behind one address. */
const messageLimit = limitPerNetwork({ name: 'messages from your network', limit: 30, windowSeconds: 3600 })

/** Stores a message as unread. A message that could not be stored does not count toward the limit. */
export async function leaveContactMessage(deps: Deps, input: ContactInput, network: Network): Promise<void> {
  const now = deps.clock.now()
  await deps.db.transaction(async tx => {
    await hitRateLimit(tx, messageLimit(network), now)
    await insertContactMessage(tx, { ...input, now })
  })
}

export const sweepContactMessages = ({ db, clock }: Deps): Promise<void> =>
  deleteContactMessagesBefore(db, keptSince(clock.now()))
