import type { Deps } from '#server/accounts/deps.ts'
import { readBacklog, receiverStates } from './webhook-figures.repository.ts'

/** The messages that wait, for each state of their receivers. */
export async function readWebhookFigures({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const now = clock.now()
  const secondsSince = (at: Date = now): number => Math.max(0, (now.getTime() - at.getTime()) / 1000)
  const backlogs = new Map((await readBacklog(db, now)).map(backlog => [backlog.receivers, backlog]))
  return receiverStates.map(receivers => {
    const { waiting = 0, oldestAt, dueAt } = backlogs.get(receivers) ?? {}
    return { receivers, waiting, oldestSeconds: secondsSince(oldestAt), dueSeconds: secondsSince(dueAt) }
  })
}
