import { Counter, Gauge, type Registry } from 'prom-client'
import { passwordLoad } from '#server/accounts/credentials/password.ts'
import { readWebhookFigures } from '#server/accounts/webhooks/webhook-figures.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { endpointLimits } from '#server/http/endpoint-limits.ts'
import { exportsRunning } from '#server/leads/export.usecases.ts'
import { readQueueFigures } from '#server/platform/jobs/job-figures.usecases.ts'

/** Metrics of pools, queues, and limits. Returns a function that updates them. */
export function loadFigures(deps: Deps, registry: Registry): () => Promise<void> {
  const registers = [registry]
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name: `leadline_${name}`, help, labelNames, registers })
  const connections = gauge('database_connections', 'Connections of a pool; waiting: calls', 'pool', 'state')
  const calls = gauge('endpoint_calls', 'Calls that run, and that wait in line', 'endpoint', 'state')
  const refused = new Counter({
    name: 'leadline_endpoint_refused_total',
    help: 'Calls that got 503 because too many waited',
    labelNames: ['endpoint'],
    registers,
  })
  const passwords = gauge('passwords', 'Passwords that are hashed, and that wait', 'state')
  const exporting = gauge('exports_running', 'Exports that are being written')
  const isUp = gauge('database_up', '1 while the database answers')
  const jobs = gauge('jobs_waiting', 'Jobs that are due and not taken', 'queue')
  const age = gauge('jobs_oldest_seconds', 'How long the oldest of them has been due', 'queue')
  const webhooks = gauge('webhooks_waiting', 'Messages of webhooks that are not delivered yet', 'receivers')
  const webhookAge = gauge('webhooks_oldest_seconds', 'How long ago the oldest of their events was', 'receivers')
  const webhookDue = gauge('webhooks_due_seconds', 'How long the first of them has been due', 'receivers')
  return async () => {
    for (const { pool, ...states } of [...new Set([deps.db, deps.searchDb])].flatMap(db => db.pools()))
      for (const [state, count] of Object.entries(states)) connections.set({ pool, state }, count)
    refused.reset()
    for (const [endpoint, limit] of endpointLimits(deps)) {
      const load = limit.load()
      calls.set({ endpoint, state: 'running' }, load.running)
      calls.set({ endpoint, state: 'waiting' }, load.waiting)
      refused.inc({ endpoint }, load.refused)
    }
    for (const [state, count] of Object.entries(passwordLoad())) passwords.set({ state }, count)
    exporting.set(exportsRunning())
    const queues = await readQueueFigures(deps)
    isUp.set(queues === null ? 0 : 1)
    for (const { receivers, waiting, oldestSeconds, dueSeconds } of queues === null
      ? []
      : await readWebhookFigures(deps)) {
      webhooks.set({ receivers }, waiting)
      webhookAge.set({ receivers }, oldestSeconds)
      webhookDue.set({ receivers }, dueSeconds)
    }
    jobs.reset()
    age.reset()
    for (const { queue, waiting, oldestSeconds } of queues ?? []) {
      jobs.set({ queue }, waiting)
      age.set({ queue }, oldestSeconds)
    }
  }
}
