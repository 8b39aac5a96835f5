import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { errorTable } from '#contract/errors.ts'
import { pathOf } from '#server/platform/basics/url-path.ts'
import { type CallLines, credentialsOf } from './call-lines.ts'
import { answerOf } from './error-handler.ts'

/** Delays refusals, to slow down callers that retry immediately. */
const HELD_MS = 500
/** How often Node checks for connections that take too long to send a request. */
const CHECK_EVERY_MS = 1000

type Handler = (request: IncomingMessage, response: ServerResponse) => void
export type Timeouts = { keepAliveTimeout: number; requestTimeout: number; connectionTimeout: number }

/**
 * Refuses calls to a busy endpoint, or of a caller with too many calls, before routing, hooks, session lookup, and
 * logging (metrics still count them). Under a tenfold overload, nine of ten requests end here, so they must be cheap.
 * The refusal is sent after half a second, during which its connection cannot send the next request.
 * `OpenConnections` decides about connections that are idle for `connectionTimeout`.
 */
export function createLoadSheddingServer(
  handler: Handler,
  { endpoints, holders }: CallLines,
  { keepAliveTimeout, requestTimeout, connectionTimeout }: Timeouts,
): Server {
  // Node swaps the two timeouts if the one for headers is longer, and by default only checks every 30 s.
  const limits = { requestTimeout, headersTimeout: requestTimeout, connectionsCheckingInterval: CHECK_EVERY_MS }
  const server = createServer({ ...limits, keepAliveTimeout }, (request, response) => {
    const path = pathOf(request.url ?? '/')
    const refusal =
      endpoints.get(`${request.method} ${path}`)?.refusalOnArrival() ??
      (path.startsWith('/api/') ? holders.refusalOnArrival(credentialsOf(request)) : undefined)
    if (refusal === undefined) return handler(request, response)
    setTimeout(() => {
      const { headers, body } = answerOf(refusal, path)
      if (!server.listening) response.shouldKeepAlive = false
      response.writeHead(errorTable[refusal.errorType].status, { ...headers, 'x-content-type-options': 'nosniff' })
      response.end(JSON.stringify(body))
    }, HELD_MS)
  })
  server.setTimeout(connectionTimeout)
  return server
}
