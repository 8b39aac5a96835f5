import { z } from 'zod'
import type { RemovalInput, RemovalRequest } from '#contract/places/suppression.ts'
import { keptSince, withIsoDates } from '#server/platform/basics/clock.ts'
import type { Network } from '#server/platform/basics/network.ts'
import { orNotFound, orRefuse } from '#server/platform/basics/refusal.ts'
import { newSecretToken, secretTokenOf } from '#server/platform/basics/secret-token.ts'
import type { Deps } from '#server/platform/deps.ts'
import { hitRateLimit } from '#server/platform/limits/rate-limit.ts'
import { linksOf } from '#server/platform/mail/links.ts'
import { linkMail, sendMail } from '#server/platform/mail/mail.usecases.ts'
import {
  addRemovalToken,
  decideRemovalRequest,
  deleteRemovalsBefore,
  findRemoval,
  insertRemoval,
  isPhoneOfDomain,
  listRemovals,
  type StoredRemoval,
  takeRemovalByToken,
} from './removal.repository.ts'
import { domainOfEmail, isOwnDomain, readEntry, type SuppressionEntry } from './suppression.rules.ts'
import { suppressSoon } from './suppression.usecases.ts'

export { countWaitingRemovals } from './removal.repository.ts'

export const removalAnswer =
  'Thank you. If your address is on your business’s own domain, we have emailed it. Otherwise, a person will review your request.'

/** Stores a request. Mails the address if it is on the business's own domain. Does not reveal whether it is listed. */
export async function requestRemoval(deps: Deps, input: RemovalInput, network: Network): Promise<void> {
  const now = deps.clock.now()
  const email = input.email.toLowerCase()
  const phone = readEntry(input.phone ?? '')
  const website = readEntry(input.website ?? '')
  const isProvable = isOwnDomain(domainOfEmail(email))
  // An administrator can still read a number without its area code, or a page on a platform.
  const unclear = [phone?.kind === 'phone' ? '' : input.phone, website?.kind === 'domain' ? '' : input.website]
  await deps.db.transaction(async tx => {
    const hour = { limit: 10, windowSeconds: 3600 }
    await hitRateLimit(tx, { name: 'removal requests from your network', key: network, ...hour }, now)
    await hitRateLimit(
      tx,
      { name: 'removal requests with this email address', key: email, limit: 3, windowSeconds: 86_400 },
      now,
    )
    const id = await insertRemoval(tx, {
      businessName: input.businessName,
      email,
      phone: phone?.kind === 'phone' ? Number(phone.value) : null,
      websiteDomain: website?.kind === 'domain' ? website.value : null,
      message: [input.message, ...unclear].filter(text => text !== undefined && text !== '').join('\n'),
      status: isProvable ? 'awaiting_mail' : 'awaiting_admin',
      now,
    })
    const to = { address: email, isVerified: false }
    if (isProvable)
      await sendMail(deps, tx, {
        to,
        cause: 'visitor',
        content: removalMail.about({ id }),
        ifFull: { refuse: 'requests with this email address' },
      })
  })
}

/** The secret is created when the mail is sent. Only its hash is stored. */
export const removalMail = linkMail<{ id: number }, Deps>({
  name: 'removal-mail',
  isUrgent: true,
  payload: z.object({ id: z.number() }),
  write: async (deps, { id }) => {
    const request = await findRemoval(deps.db, id)
    if (request?.status !== 'awaiting_mail') return null
    const { token, hash } = newSecretToken()
    await addRemovalToken(deps.db, id, hash)
    const letter = {
      subject: 'Remove your business from our listings',
      paragraphs: [
        'Someone asked us to remove a business from our listings and gave us this email address.',
        'If that was you, press the button. We then add your domain to our do-not-contact list permanently, and the phone number in the request if we list it with your domain. If it was not you, you can ignore this email.',
      ],
      action: { label: 'Remove my business', url: linksOf(deps.config).to(`/remove-my-business#token=${token}`) },
    }
    return { to: request.email, letter }
  },
})

/** Whoever knows the secret can read the domain's mail. So the domain is suppressed, and its phone if one was given. */
export async function confirmRemoval(deps: Deps, token: string): Promise<void> {
  await deps.db.transaction(async tx => {
    const request = orRefuse(await takeRemovalByToken(tx, secretTokenOf(token).hash, deps.clock.now()), 'INVALID_LINK')
    const domain = domainOfEmail(request.email)
    const entries: SuppressionEntry[] = [
      { kind: 'domain', value: domain },
      { kind: 'email', value: request.email },
    ]
    if (request.phone !== null && (await isPhoneOfDomain(tx, request.phone, domain)))
      entries.push({ kind: 'phone', value: String(request.phone) })
    await suppressSoon(deps, tx, { entries, reason: reasonOf(request) })
  })
}

export async function decideRemoval(deps: Deps, id: number, decision: 'remove' | 'refuse'): Promise<RemovalRequest> {
  const status = decision === 'remove' ? 'removed' : 'refused'
  return deps.db.transaction(async tx => {
    const request = orNotFound(await decideRemovalRequest(tx, { id, status, now: deps.clock.now() }))
    const listed = { entries: entriesOf(request), reason: reasonOf(request) }
    if (decision === 'remove') await suppressSoon(deps, tx, listed)
    return shown(request)
  })
}

function entriesOf({ email, phone, websiteDomain }: StoredRemoval): SuppressionEntry[] {
  const domains = new Set([domainOfEmail(email), websiteDomain ?? ''].filter(isOwnDomain))
  return [
    { kind: 'email', value: email },
    ...[...domains].map(value => ({ kind: 'domain' as const, value })),
    ...(phone === null ? [] : [{ kind: 'phone' as const, value: String(phone) }]),
  ]
}

const reasonOf = ({ id, businessName }: StoredRemoval): string => `request ${id} of ${businessName}`

export const listRemovalRequests = async (deps: Pick<Deps, 'db'>): Promise<RemovalRequest[]> =>
  (await listRemovals(deps.db)).map(shown)

export const sweepRemovals = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> =>
  deleteRemovalsBefore(db, keptSince(clock.now()))

const shown = ({ phone, ...request }: StoredRemoval): RemovalRequest => ({
  ...withIsoDates(request),
  phone: phone === null ? null : `+${phone}`,
})
