import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/features/deps.ts'
import { outageOf } from '#server/platform/basics/fault.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'

export function healthRoutes(app: FastifyInstance, deps: Deps): void {
  const quietly = { logLevel: 'warn' as const }
  app.get('/api/health', quietly, async (_request, reply) => {
    void reply.header('cache-control', 'no-store')
    return { status: 'ok' }
  })
  app.get('/api/ready', quietly, async (request, reply) => {
    void reply.header('cache-control', 'no-store')
    try {
      await deps.catalog.refresh()
      await deps.db.assertWritable()
    } catch (error) {
      request.log.warn({ err: outageOf(error) }, 'not ready')
      throw new Refusal('UNAVAILABLE')
    }
    return { status: 'ready' }
  })
}
