import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/searches/saved-searches.ts'
import type { Deps } from '#server/features/deps.ts'
import { serve } from '#server/http/serve.ts'
import * as searches from './saved-searches.usecases.ts'

export function alertRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, contract.getSavedSearches, async ({ account }) => searches.readSavedSearches(deps, account))
  serve(app, deps, contract.saveSearch, async ({ account, body }) => searches.saveSearch(deps, account, body))
  serve(app, deps, contract.changeSavedSearch, async ({ account, params, body }) => {
    await searches.changeSavedSearch(deps, account, params.id, body)
    return { message: 'Saved search changed' }
  })
  serve(app, deps, contract.deleteSavedSearch, async ({ account, params }) => {
    await searches.deleteSavedSearch(deps, account, params.id)
    return { message: 'Saved search deleted' }
  })
  serve(app, deps, contract.runSavedSearch, async ({ account, network, params, body }) =>
    searches.runSavedSearch(deps, { account, network }, { ...params, ...body }),
  )
  serve(app, deps, contract.changeAlertSettings, async ({ account, body }) =>
    searches.changeSettings(deps, account, body.frequency),
  )
  serve(app, deps, contract.unsubscribe, async ({ query }) => {
    await searches.unsubscribe(deps, query.token)
    return { message: 'You will get no more emails about saved searches.' }
  })
  // Some mail programs open the address of their "Unsubscribe" in a browser. Only the page's button changes something,
  // because mail scanners open every address.
  app.get<{ Querystring: { token?: string } }>(contract.unsubscribe.path, (request, reply) =>
    reply.redirect(`/unsubscribe#${encodeURIComponent(request.query.token ?? '')}`, 303),
  )
}
