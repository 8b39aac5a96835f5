import { z } from 'zod'
import { alertFrequencies, alertFrequenciesOf, type AlertFrequency, type Tier } from '#contract/plans.ts'
import { readAccount } from '#server/accounts/identity/account.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { type Job, NonRetryableError } from '#server/platform/jobs/job.ts'
import { inOneTurn } from '#server/platform/jobs/one-turn.ts'
import { linksOf } from '#server/platform/mail/links.ts'
import { linkMail, sendMail, toOwner } from '#server/platform/mail/mail.usecases.ts'
import { findSettings, lockSettings, setFrequency } from './alerts.repository.ts'
import { digestLetter } from './digest-letter.ts'
import { dayOf, type DigestFrequency, lastDigestAt } from './digest.rules.ts'
import { listsOfDigest, takeListNews } from './list-news.repository.ts'
import { countInDigest, leadsOfDigest, placesOfDigest, takeNews, usersWithNews } from './news.repository.ts'
import { unsubscribeToken } from './unsubscribe-token.ts'

type Digest = { userId: number; day: string }

const digest = linkMail<Digest, Deps>({
  name: 'digest',
  isUrgent: false,
  payload: z.object({ userId: z.number().int(), day: z.string() }),
  write: async (deps, { userId, day }) => {
    const account = await readAccount(deps, userId)
    if (account === undefined || !account.isEmailVerified || account.isDisabled) return null
    // The mail may have waited for the mail server while the user turned emails off.
    if ((await findSettings(deps.db, userId))?.frequency === 'never') return null
    const token = unsubscribeToken(deps.pageTokenKey, userId)
    const links = linksOf(deps.config)
    const [total, places, leads, lists] = await Promise.all([
      countInDigest(deps.db, userId, day),
      placesOfDigest(deps.db, userId, day),
      leadsOfDigest(deps.db, userId, day),
      listsOfDigest(deps.db, userId, day),
    ])
    const letter = digestLetter({ username: account.username, total, places, leads, lists, token, links })
    if (letter === null) return null
    return { to: account.email, letter, unsubscribeUrl: links.to(`/api/unsubscribe?token=${token}`) }
  },
})

/**
 * Mails a digest. If the mail server permanently rejects the address, digests stop until the user turns them on again.
 */
export const digestJob: Job<Digest, Deps> = {
  ...digest.job,
  run: async (deps, payload, attempt) => {
    try {
      await digest.job.run(deps, payload, attempt)
    } catch (error) {
      if (error instanceof NonRetryableError)
        await setFrequency(deps.db, payload.userId, { frequency: 'never', stoppedBy: 'mail server' })
      throw error
    }
  },
}

const USERS_AT_ONCE = 500
/** A run ends after this time. The run in the next hour continues. */
const RUN_MS = 600_000

/** The frequency that the plan allows. After a downgrade, the plan's own frequency applies. */
export function frequencyInPlan(tier: Tier, chosen: AlertFrequency): AlertFrequency {
  const offered = alertFrequenciesOf(tier)
  return offered.includes(chosen) ? chosen : (offered[0] ?? chosen)
}

const isDigestFrequency = (frequency: AlertFrequency): frequency is DigestFrequency => frequency !== 'never'

/** Queues the digests that are due. Each contains all news up to its due time that was not in an earlier digest. */
export async function sendDigests(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  const due = alertFrequencies
    .filter(isDigestFrequency)
    .map(frequency => ({ frequency, at: lastDigestAt(frequency, now) }))
  const userIds: number[] = []
  for (let last: number | undefined = 0; last !== undefined;) {
    const more = await usersWithNews(deps.db, { due, after: last, limit: USERS_AT_ONCE })
    userIds.push(...more)
    last = more.at(-1)
  }
  await inOneTurn(userIds, userId => sendDigest(deps, userId), RUN_MS)
}

async function sendDigest(deps: Deps, userId: number): Promise<void> {
  const account = await readAccount(deps, userId)
  if (account === undefined || !account.isEmailVerified || account.isDisabled) return
  await deps.db.transaction(async tx => {
    const settings = await lockSettings(tx, userId)
    if (settings === undefined) return
    const frequency = frequencyInPlan(account.tier, settings.frequency)
    if (frequency === 'never') return
    const due = lastDigestAt(frequency, deps.clock.now())
    const day = dayOf(due)
    if (settings.digestOn >= day) return
    const news = { userId, day, until: due }
    const isMailed = await takeNews(tx, news)
    if ((await takeListNews(tx, news)) || isMailed)
      await sendMail(deps, tx, { ...toOwner(account), content: digest.about({ userId, day }), ifFull: 'skip' })
  })
}
