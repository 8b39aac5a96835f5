import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { invalidRequest, StripeError } from './stripe-error.ts'

const BODY_LIMIT_BYTES = 100_000
const loopbackHosts = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** The sandbox's HTTP server: form bodies, errors in Stripe's format, and access from this machine only. */
export function createSandboxServer(): FastifyInstance {
  const app = Fastify({ logger: false, bodyLimit: BODY_LIMIT_BYTES, forceCloseConnections: true })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  )
  app.addHook('onRequest', async request => {
    assertLocal(request)
  })
  app.setNotFoundHandler(request => {
    throw invalidRequest(`Unrecognized request URL (${request.method}: ${request.url.split('?')[0]}).`)
  })
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    if (error instanceof StripeError) return reply.status(error.status).send({ error: error.body })
    const status = error.statusCode ?? 500
    const type = status < 500 ? 'invalid_request_error' : 'api_error'
    return reply.status(status).send({ error: { type, message: error.message } })
  })
  return app
}

/**
 * Refuses requests from other websites in the same browser, including DNS rebinding and cross-site forms. Whoever has
 * the client secret of an intent may use it from any page, as at Stripe.
 */
function assertLocal(request: FastifyRequest): void {
  if (!loopbackHosts.has(request.hostname)) throw refused('The sandbox answers on this machine only.')
  if (request.method === 'GET' || request.method === 'HEAD' || request.url.startsWith('/intents/')) return
  const { origin } = request.headers
  const site = request.headers['sec-fetch-site']
  const isForeign =
    origin === undefined ? site === 'cross-site' || site === 'same-site' : origin !== `http://${request.host}`
  if (isForeign) throw refused('Another website must not change the sandbox.')
}

const refused = (message: string): StripeError => new StripeError(403, { type: 'invalid_request_error', message })
