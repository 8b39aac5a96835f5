import type { FastifyInstance, FastifyRequest } from 'fastify'
import { recordPageVisit } from '#contract/admin/visits.ts'
import { pageAt } from '#contract/pages.ts'
import type { Deps } from '#server/features/deps.ts'
import { readCookie, sessionCookie } from '#server/http/auth-cookies.ts'
import { callerNetwork } from '#server/http/caller-network.ts'
import { serving } from '#server/http/serve.ts'
import { pathOf } from '#server/platform/basics/url-path.ts'
import { recordPageChange, recordServedPage, type PageRequest, writeVisits } from './visits.usecases.ts'

export function visitRoutes(app: FastifyInstance, deps: Deps): void {
  const serve = serving(app, deps)
  serve(recordPageVisit, async ({ request, body }) => {
    const page = pageAt(body.page)
    const recorded = page !== undefined && recordPageChange(deps, pageRequestOf(deps, request), { ...body, page })
    return { recorded }
  })
  // After the response is sent, so that counting a visit does not delay the page.
  app.addHook('onResponse', (request, reply, done) => {
    const answer = { method: request.method, pathname: pathOf(request.url), status: reply.statusCode }
    recordServedPage(deps, pageRequestOf(deps, request), answer)
    done()
  })
  app.addHook('onClose', () => writeVisits(deps))
}

const pageRequestOf = (deps: Deps, request: FastifyRequest): PageRequest => ({
  network: callerNetwork(request),
  headers: request.headers,
  host: request.host,
  session: readCookie(deps, request, sessionCookie),
})
