import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/features/deps.ts'
import { outageOf } from '#server/platform/basics/fault.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'

export function healthRoutes(app: FastifyInstance, deps: Deps): void {
  const quietly = { logLevel: 'warn' as const }
  const check = async () => {
    await deps.catalog.refresh()
    await deps.db.assertWritable()
  }
  // Anyone can ask, so those who ask at the same time share one answer of the database.
  let checking: Promise<void> | undefined
  app.get('/api/health', quietly, async (_request, reply) => {
    void reply.header('cache-control', 'no-store')
    return { status: 'ok' }
  })
  app.get('/api/ready', quietly, async (request, reply) => {
    void reply.header('cache-control', 'no-store')
    try {
      await (checking ??= check().finally(() => (checking = undefined)))
    } catch (error) {
      request.log.warn({ err: outageOf(error) }, 'not ready')
      throw new Refusal('UNAVAILABLE')
    }
    return { status: 'ready' }
  })
}
