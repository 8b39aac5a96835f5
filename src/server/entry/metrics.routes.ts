import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Deps } from '#server/features/deps.ts'
import { isLoopback } from '#server/platform/basics/network.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import { loadFigures } from './load-figures.ts'

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
  const known = new Map<string, ReturnType<typeof durations.labels>>()
  // Looking up labels in the library takes longer than counting.
  const durationsOf = (method: string, route: string, status: number) => {
    const key = `${method} ${status} ${route}`
    const found = known.get(key) ?? durations.labels({ method, route, status })
    known.set(key, found)
    return found
  }
  const update = loadFigures(deps, registry)
  app.addHook('onResponse', (request, reply, done) => {
    // The route pattern, never the URL: URLs are unlimited in number, and some contain tokens.
    const route = request.routeOptions.url ?? 'none'
    durationsOf(request.method, route, reply.statusCode).observe(reply.elapsedTime / 1000)
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
