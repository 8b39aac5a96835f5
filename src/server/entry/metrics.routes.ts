import { isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Deps } from '#server/features/deps.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import { loadFigures } from './load-figures.ts'

/** Figures of this process for Prometheus: `/metrics`, for callers on the machine itself alone. */
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
  const bringUpToDate = loadFigures(deps, registry)
  app.addHook('onResponse', async (request, reply) => {
    // The pattern of the route, never the address: addresses are without number, and some hold tokens.
    const route = request.routeOptions.url ?? 'none'
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    if (!deps.config.METRICS || !isFromTheMachine(request)) throw new Refusal('NOT_FOUND')
    await bringUpToDate()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/**
 * Whether the caller is on this machine. A caller behind a proxy on this machine is recognized by the headers that proxies
 * add, or by the host name it asks for. A proxy that adds no header and asks for a loopback address looks like the operator.
 * There is no key or port for metrics: each would be one more thing to protect.
 */
function isFromTheMachine({ socket, headers, hostname }: FastifyRequest): boolean {
  const isForwarded = Object.keys(headers).some(name => /^(x-forwarded-.*|x-real-ip|forwarded|via)$/.test(name))
  const host = hostname.replaceAll(/^\[|\]$/g, '')
  return isLoopback(socket.remoteAddress) && !isForwarded && (host === 'localhost' || isLoopback(host))
}

function isLoopback(address = ''): boolean {
  const bare = address.replace(/^::ffff:/, '')
  return bare === '::1' || (isIP(bare) === 4 && bare.startsWith('127.'))
}
