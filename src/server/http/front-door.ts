import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { errorTable } from '#contract/errors.ts'
import type { ConcurrencyLimit } from './concurrency-limit.ts'
import { answerOf } from './error-handler.ts'
import { pathOf } from '#server/platform/basics/url-path.ts'

/** Who asks again as soon as they are refused, over and over, is slowed down by it. */
const HELD_MS = 500
/** How often connections are looked at that take too long to send a request. */
const CHECK_EVERY_MS = 1000

type Handler = (request: IncomingMessage, response: ServerResponse) => void
export type Patience = { keepAliveTimeout: number; requestTimeout: number; connectionTimeout: number }

/**
 * A server that refuses what an endpoint has no room for before anything else is done with it: no route, no hook, no
 * session, no line of the log (the figures count it). In a flood of ten times what can be served, nine of ten requests
 * end here, and what each costs is taken from those that are served. They are answered after half a second: a
 * connection can not ask again before.
 */
export function createFrontDoor(
  handler: Handler,
  endpoints: ReadonlyMap<string, ConcurrencyLimit>,
  { keepAliveTimeout, requestTimeout, connectionTimeout }: Patience,
): Server {
  // Node swaps the two limits where the one on headers is the longer one, and looks every 30 s unless told otherwise.
  const limits = { requestTimeout, headersTimeout: requestTimeout, connectionsCheckingInterval: CHECK_EVERY_MS }
  const server = createServer({ ...limits, keepAliveTimeout }, (request, response) => {
    const path = pathOf(request.url ?? '/')
    const refusal = endpoints.get(`${request.method} ${path}`)?.refusalAtDoor()
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
