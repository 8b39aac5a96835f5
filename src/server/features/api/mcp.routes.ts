import type { FastifyInstance } from 'fastify'
import { callMcp } from '#contract/public-api/mcp.ts'
import type { Deps } from '#server/features/deps.ts'
import { serve } from '#server/http/serve.ts'

export function mcpRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, callMcp, async call => {
    // The library needs 20 MB of memory, so it is loaded when the first message arrives.
    const { answerMcp } = await import('./mcp-server.ts')
    return answerMcp(deps, call)
  })
}
