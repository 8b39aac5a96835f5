import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, Gauge, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { passwordLoad } from '#server/accounts/credentials/password.ts'
import { readWebhookFigures } from '#server/accounts/webhooks/history.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { callLines } from '#server/http/call-lines.ts'
import { exportsRunning } from '#server/leads/export.usecases.ts'
import { isLoopback } from '#server/platform/basics/network.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import { readQueueFigures } from '#server/platform/jobs/job-figures.usecases.ts'

/** Prometheus metrics of this process at `/metrics`, only for callers on the same machine. */
export function metricsRoutes(app: FastifyInstance, deps: Deps): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to its whole answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  const update = loadFigures(deps, registry)
  app.addHook('onResponse', (request, reply, done) => {
    // The route pattern, never the URL: URLs are unlimited in number, and some contain tokens.
    const route = request.routeOptions.url ?? 'none'
    durations.labels({ method: request.method, route, status: reply.statusCode }).observe(reply.elapsedTime / 1000)
    done()
  })
  app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    if (!deps.config.METRICS || !isLocal(request)) throw new Refusal('NOT_FOUND')
    await update()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/**
 * Whether the caller is on this machine. Callers behind a local proxy are recognized by headers that proxies add, or by
 * the host name of the request. A proxy that adds no header and uses a loopback host name cannot be distinguished from the
 * operator. Metrics have no key or port of their own, which would be one more thing to protect.
 */
function isLocal({ socket, headers, hostname }: FastifyRequest): boolean {
  const isForwarded = Object.keys(headers).some(name => /^(x-forwarded-.*|x-real-ip|forwarded|via)$/.test(name))
  return isLoopback(socket.remoteAddress ?? '') && !isForwarded && (hostname === 'localhost' || isLoopback(hostname))
}

/** Metrics of pools, queues, and limits. Returns a function that updates them. */
function loadFigures(deps: Deps, registry: Registry): () => Promise<void> {
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
    const { endpoints, holders } = callLines(deps)
    refused.inc({ endpoint: 'any, of one account' }, holders.refused)
    for (const [endpoint, limit] of endpoints) {
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
