import type { FastifyInstance } from 'fastify'
import { pageAt } from '#contract/pages.ts'
import { recordPageVisit } from '#contract/visits.ts'
import type { Deps } from '../deps.ts'
import { serve } from '../http/serve.ts'
import { noteMove, noteServedPage, writeVisits } from './visits.usecases.ts'

export function visitRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, recordPageVisit, async ({ request, body }) => {
    const page = pageAt(body.page)
    return { status: 202, body: { recorded: page !== undefined && noteMove(deps, request, { ...body, page }) } }
  })
  // After the answer is sent: counting a visit takes no time of its page.
  app.addHook('onResponse', async (request, reply) => noteServedPage(deps, request, reply))
  app.addHook('onClose', () => writeVisits(deps))
}
