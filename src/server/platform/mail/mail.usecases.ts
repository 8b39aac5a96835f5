import { z } from 'zod'
import type { Queryable } from '#server/platform/database/db.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '#server/platform/basics/clock.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { JobQueue } from '#server/platform/jobs/job-queue.ts'
import type { Mailer } from './mailer.ts'
import { type Attempt, type Job, queueJob } from '#server/platform/jobs/job.ts'
import { openHitLog } from '#server/platform/limits/hit-log.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import { type Letter, renderLetter } from './letter.ts'
import { linksOf } from './links.ts'
import { limitsOf, type MailCause, type Receiver, tooManyMails } from './mail-limits.rules.ts'
import { type AnyTemplate, type TemplateInput, type TemplateName, templates } from './templates.ts'

export type MailDeps = { config: Config; clock: Clock; log: FastifyBaseLogger; jobs: JobQueue; mailer: Mailer }

/** What a mail says: stored when it is queued, written when it is sent. Made by `fromTemplate` or a link mail's `about`. */
export type MailContent = { queue: (deps: MailDeps, tx: Queryable, to: Receiver) => Promise<void> }
export type Mail = {
  to: Receiver
  cause: MailCause
  content: MailContent
  /**
   * What happens beyond a limit. Unset: 429. `skip`: the mail is left out, for what must happen even so. `skip-for-others`:
   * it is left out where mails that others caused have used up what the receiver gets, and refused otherwise.
   */
  ifFull?: 'skip' | 'skip-for-others'
}

/**
 * The only way to send a mail: names who causes it and whom it goes to, and counts it against `mailLimits`. Queues it
 * inside the caller's transaction; it is sent soon after that has committed. Several mails of one transaction go in one
 * call, so that transactions never wait for each other's counts in a circle.
 */
export async function sendMail(deps: MailDeps, tx: Queryable, ...mails: Mail[]): Promise<void> {
  const now = deps.clock.now()
  const log = await openHitLog(tx, mails.flatMap(limitsOf), now)
  for (const mail of mails) {
    const limits = limitsOf(mail)
    const full = log.fullLimit(limits)
    if (full === undefined) {
      await log.count(limits)
      await mail.content.queue(deps, tx, mail.to)
    } else if (mail.ifFull === 'skip' || (mail.ifFull === 'skip-for-others' && full.limit.isOfReceiver)) {
      deps.log.warn({ limit: full.limit.name }, 'a mail was not sent: its limit is reached')
    } else {
      const message = tooManyMails(full.limit, full.seconds)
      throw new Refusal('TOO_MANY_REQUESTS', { message, retryAfterSeconds: full.seconds })
    }
  }
}

/** The address of an account, for mail that the account itself causes. */
export const toOwner = ({ id, email, isEmailVerified }: { id: number; email: string; isEmailVerified: boolean }) => ({
  to: { address: email, isVerified: isEmailVerified },
  cause: { account: id },
})

/** What users typed goes to confirmed addresses alone: to others it is not even stored. */
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
    // Queued by an older version: what was typed is not told apart.
    const letter = write({ typed: {}, ...values, links: linksOf(deps.config) })
    return deliver(deps, { to, letter, isUrgent: false }, attempt)
  },
}

type Written = { to: string; letter: Letter } | null
/** A mail with a secret link. No secret is stored in the queue: it is made when the mail is written. */
export type LinkMail<Payload extends object, Deps extends MailDeps> = {
  job: Job<Payload, Deps>
  about: (payload: Payload) => MailContent
}

/** `write` gives null where there is nothing to send any more. */
export function linkMail<Payload extends object, Deps extends MailDeps>({
  write,
  isUrgent,
  ...job
}: Pick<Job<Payload, Deps>, 'name' | 'payload'> & {
  /** Somebody waits for it: it goes ahead of all other mail and work. */
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
 * For password resets alone, which nobody else's mails keep back: whom one goes to, and whether one is due
 * (`isResetDue`), is found out when it is written, where no answer tells.
 */
export const sendResetMail = (deps: MailDeps, tx: Queryable, { queue }: MailContent): Promise<void> =>
  queue(deps, tx, { address: '', isVerified: false })

/** The id of the job makes a repetition recognizable. */
const deliver = (
  { mailer, clock }: Pick<MailDeps, 'mailer' | 'clock'>,
  { to, letter, isUrgent }: { to: string; letter: Letter; isUrgent: boolean },
  { id }: Pick<Attempt, 'id'>,
): Promise<void> => mailer.send({ ...renderLetter(letter), id, to, at: clock.now(), isUrgent })
