import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { type Attempt, type Job, queueJob } from '../jobs/job.ts'
import { type Letter, renderLetter } from './letter.ts'
import { linksOf } from './links.ts'
import { type TemplateName, templates, type TemplateValues } from './templates.ts'

type QueuedMail = { to: string; template: TemplateName; values: Record<string, unknown> }

/** Queues a mail inside the caller's transaction; it is sent soon after that has committed. */
export const queueMail = <Name extends TemplateName>(
  deps: Pick<Deps, 'jobs'>,
  tx: Parameters<Deps['jobs']['add']>[0],
  mail: { to: string; template: Name; values: TemplateValues<Name> },
): Promise<void> => queueJob(deps, tx, mailJob, mail)

export const mailJob: Job<QueuedMail> = {
  name: 'mail',
  queue: 'jobs',
  payload: z.object({
    to: z.string(),
    template: z.enum(Object.keys(templates) as TemplateName[]),
    values: z.record(z.string(), z.unknown()),
  }),
  run: (deps, { to, template, values }, attempt) => {
    const write = templates[template] as (values: unknown, links: ReturnType<typeof linksOf>) => Letter
    return deliverLetter(deps, { to, letter: write(values, linksOf(deps.config)) }, attempt)
  },
}

/** Sends a letter now: for the run of a job, whose id makes a repetition recognisable. */
export const deliverLetter = (
  { mailer, clock }: Pick<Deps, 'mailer' | 'clock'>,
  { to, letter }: { to: string; letter: Letter },
  { id }: Pick<Attempt, 'id'>,
): Promise<void> => mailer.send({ ...renderLetter(letter), id, to, at: clock.now() })
