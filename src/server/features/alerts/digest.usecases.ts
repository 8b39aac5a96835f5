import { z } from 'zod'
import { alertFrequenciesOf } from '#contract/plans.ts'
import { readAccount } from '#server/accounts/identity/account.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { type Job, NonRetryableError } from '#server/platform/jobs/job.ts'
import { linksOf } from '#server/platform/mail/links.ts'
import { linkMail, sendMail, toOwner } from '#server/platform/mail/mail.usecases.ts'
import { lockSettings, setFrequency } from './alerts.repository.ts'
import { digestLetter } from './digest-letter.ts'
import { lastDigestDay } from './digest.rules.ts'
import { leadsOfDigest, placesOfDigest, takeNews, usersWithNews } from './news.repository.ts'
import { unsubscribeToken } from './unsubscribe-token.ts'

type Digest = { userId: number; day: string }

const digest = linkMail<Digest, Deps>({
  name: 'digest',
  isUrgent: false,
  payload: z.object({ userId: z.number().int(), day: z.string() }),
  write: async (deps, { userId, day }) => {
    const account = await readAccount(deps, userId)
    if (account === undefined || !account.isEmailVerified || account.isDisabled) return null
    const token = unsubscribeToken(deps.pageTokenKey, userId)
    const links = linksOf(deps.config)
    const [places, leads] = await Promise.all([
      placesOfDigest(deps.db, userId, day),
      leadsOfDigest(deps.db, userId, day),
    ])
    const letter = digestLetter({ username: account.username, places, leads, token, links })
    if (letter === null) return null
    return { to: account.email, letter, unsubscribeUrl: links.to(`/api/unsubscribe?token=${token}`) }
  },
})

/** Mails a digest. If the mail server refuses the address for good, no more are sent until the user asks for them. */
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

/** Queues the digests that are due: at most one a user and day, with everything that is new since the last one. */
export async function sendDigests(deps: Deps): Promise<void> {
  const before = lastDigestDay('day', deps.clock.now())
  let after = 0
  for (;;) {
    const userIds = await usersWithNews(deps.db, { before, after, limit: USERS_AT_ONCE })
    for (const userId of userIds) await sendDigest(deps, userId)
    const last = userIds.at(-1)
    if (last === undefined) return
    after = last
  }
}

async function sendDigest(deps: Deps, userId: number): Promise<void> {
  const account = await readAccount(deps, userId)
  if (account === undefined || !account.isEmailVerified || account.isDisabled) return
  await deps.db.transaction(async tx => {
    const settings = await lockSettings(tx, userId)
    if (settings === undefined || settings.frequency === 'never') return
    // After a downgrade, the plan's own frequency applies.
    const [most = 'week'] = alertFrequenciesOf(account.tier)
    const frequency = alertFrequenciesOf(account.tier).includes(settings.frequency) ? settings.frequency : most
    if (frequency === 'never') return
    const day = lastDigestDay(frequency, deps.clock.now())
    if (settings.digestOn >= day) return
    if (await takeNews(tx, userId, day))
      await sendMail(deps, tx, { ...toOwner(account), content: digest.about({ userId, day }), ifFull: 'skip' })
  })
}
