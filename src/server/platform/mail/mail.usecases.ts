import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import type { Clock } from '#server/platform/basics/clock.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import type { JobQueue } from '#server/platform/jobs/job-queue.ts'
import { type Attempt, type Job, queueJob } from '#server/platform/jobs/job.ts'
import { openHitLog } from '#server/platform/limits/hit-log.ts'
import { type LimitWords, overLimit } from '#server/platform/limits/over-limit.ts'
import { type Letter, renderLetter } from './letter.ts'
import { linksOf } from './links.ts'
import { limitsOf, type MailCause, type Receiver } from './mail-limits.rules.ts'
import type { Mailer } from './mailer.ts'
import { type AnyTemplate, type TemplateInput, type TemplateName, templates } from './templates.ts'

export type MailDeps = { config: Config; clock: Clock; log: FastifyBaseLogger; jobs: JobQueue; mailer: Mailer }

/** The content of a mail, rendered when it is sent. Created by `fromTemplate` or `about` of a link mail. */
export type MailContent = { queue: (deps: MailDeps, tx: Queryable, to: Receiver) => Promise<void> }
/**
 * What happens when a limit is reached. `skip`: no mail is sent, for actions that must succeed anyway. `refuse`: the
 * action is refused with 429. It is named in the plural, because the user knows the action and not its mail.
 * `unlessByOthers`: no mail is sent if other users used up the recipient's limit.
 */
type IfFull = 'skip' | { refuse: string; unlessByOthers?: true }
export type Mail = {
  to: Receiver
  content: MailContent
  /** The mail goes to the email of the account that causes it. */
  isToOwner?: true
} & ({ cause: Exclude<MailCause, 'us'>; ifFull: IfFull } | { cause: 'us'; ifFull?: IfFull })

/**
 * The only way to send a mail. Names who causes it and who receives it, and counts it against `mailLimits`. The mail is
 * queued in the caller's transaction and sent soon after the commit. Pass several mails of one transaction in one call,
 * so that their counters cannot deadlock.
 */
export async function sendMail(deps: MailDeps, tx: Queryable, ...mails: Mail[]): Promise<void> {
  const now = deps.clock.now()
  const log = await openHitLog(tx, mails.flatMap(limitsOf), now)
  for (const mail of mails) {
    const { ifFull = 'skip' } = mail
    const limits = limitsOf(mail)
    const full = log.fullLimit(limits)
    if (full === undefined) {
      await log.count(limits)
      await mail.content.queue(deps, tx, mail.to)
    } else if (ifFull === 'skip' || (ifFull.unlessByOthers && full.limit.isOfReceiver)) {
      deps.log.warn({ limit: full.limit.name }, 'a mail was not sent: its limit is reached')
    } else throw overLimit(wordsOf(mail, ifFull.refuse), full.seconds)
  }
}

/** An account with a confirmed email may cause many more mails to it. */
const wordsOf = ({ to, isToOwner }: Mail, name: string): LimitWords =>
  isToOwner && !to.isVerified ? { name: `${name} while your email is unconfirmed`, isLiftedByEmail: true } : { name }

/** For mail to an account that the account itself causes. */
export const toOwner = ({ id, email, isEmailVerified }: { id: number; email: string; isEmailVerified: boolean }) => ({
  to: { address: email, isVerified: isEmailVerified },
  cause: { account: id },
  isToOwner: true as const,
})

/** Text typed by users only goes to confirmed addresses. For others it is not even stored. */
export const fromTemplate = <Name extends TemplateName>(template: Name, values: TemplateInput<Name>): MailContent => ({
  queue: (deps, tx, { address: to, isVerified }) =>
    queueJob(deps, tx, mailJob, { to, template, values: isVerified ? values : { ...values, typed: {} } }),
})

export const mailJob: Job<{ to: string; template: TemplateName; values: Record<string, unknown> }, MailDeps> = {
  name: 'mail',
  queue: 'mail',
  payload: z.object({
    to: z.string(),
    template: z.enum(Object.keys(templates) as TemplateName[]),
    values: z.record(z.string(), z.unknown()),
  }),
  run: (deps, { to, template, values }, attempt) => {
    const write = templates[template] as AnyTemplate
    const links = linksOf(deps.config)
    const contact = { label: 'Contact us', url: links.to('/contact') }
    const letter = { footer: contact, ...write({ ...values, links }) }
    return deliver(deps, { to, letter, isUrgent: false }, attempt)
  },
}

/** `unsubscribeUrl`: a POST to it ends mail of this kind (RFC 8058). */
type Written = { to: string; letter: Letter; unsubscribeUrl?: string } | null
/** A mail with a secret link. The secret is created when the mail is written, so it is never stored in the queue. */
export type LinkMail<Payload extends object, Deps extends MailDeps> = {
  job: Job<Payload, Deps>
  about: (payload: Payload) => MailContent
}

/** `write` returns null if there is nothing to send anymore. */
export function linkMail<Payload extends object, Deps extends MailDeps>({
  write,
  isUrgent,
  ...job
}: Pick<Job<Payload, Deps>, 'name' | 'payload'> & {
  /** Somebody is waiting for it, so it goes before all other mail and work. */
  isUrgent: boolean
  write: (deps: Deps, payload: Payload, attempt: Attempt) => Promise<Written>
}): LinkMail<Payload, Deps> {
  const sending: Job<Payload, Deps> = {
    ...job,
    queue: isUrgent ? 'urgentMail' : 'mail',
    run: async (deps, payload, attempt) => {
      const written = await write(deps, payload, attempt)
      if (written !== null) await deliver(deps, { ...written, isUrgent }, attempt)
    },
  }
  return { job: sending, about: payload => ({ queue: (deps, tx) => queueJob(deps, tx, sending, payload) }) }
}

/**
 * For password resets only, which other users' mail cannot delay. The recipient, and whether a mail is due
 * (`isResetDue`), are determined when it is written, so the response reveals nothing.
 */
export const sendResetMail = (deps: MailDeps, tx: Queryable, { queue }: MailContent): Promise<void> =>
  queue(deps, tx, { address: '', isVerified: false })

/** The job's id becomes the Message-ID, so that mail servers recognize a repeated mail. */
const deliver = (
  { mailer, clock }: Pick<MailDeps, 'mailer' | 'clock'>,
  { letter, ...mail }: NonNullable<Written> & { isUrgent: boolean },
  { id }: Pick<Attempt, 'id'>,
): Promise<void> => mailer.send({ ...renderLetter(letter), ...mail, id, at: clock.now() })
