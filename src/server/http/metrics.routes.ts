import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { Refusal } from '../shared/refusal.ts'

/** Figures of this process for Prometheus: `/metrics`, for callers on the machine itself alone. */
export function metricsRoutes(app: FastifyInstance): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to its whole answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    // The pattern of the route, never the address: addresses are without number, and some hold tokens.
    const route = request.routeOptions.url ?? 'none'
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    if (!isLoopback(request.socket.remoteAddress) || request.headers['x-forwarded-for'] !== undefined)
      throw new Refusal('NOT_FOUND')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

function isLoopback(address = ''): boolean {
  const bare = address.replace(/^::ffff:/, '')
  return bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'))
}
