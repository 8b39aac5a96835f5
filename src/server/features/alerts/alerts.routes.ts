import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/searches/saved-searches.ts'
import type { Deps } from '#server/features/deps.ts'
import { confirmed, serving } from '#server/http/serve.ts'
import * as searches from './saved-searches.usecases.ts'

export function alertRoutes(app: FastifyInstance, deps: Deps): void {
  const serve = serving(app, deps)
  serve(contract.getSavedSearches, async ({ account }) => searches.readSavedSearches(deps, account))
  serve(contract.saveSearch, async ({ account, body }) => searches.saveSearch(deps, account, body))
  serve(contract.changeSavedSearch, async ({ account, params, body }) =>
    confirmed(searches.changeSavedSearch(deps, account, params.id, body), 'Saved search changed'),
  )
  serve(contract.deleteSavedSearch, async ({ account, params }) =>
    confirmed(searches.deleteSavedSearch(deps, account, params.id), 'Saved search deleted'),
  )
  serve(contract.runSavedSearch, async ({ account, network, params, body }) =>
    searches.runSavedSearch(deps, { account, network }, { ...params, ...body }),
  )
  serve(contract.changeAlertSettings, async ({ account, body }) =>
    searches.changeSettings(deps, account, body.frequency),
  )
  serve(contract.unsubscribe, async ({ query }) =>
    confirmed(searches.unsubscribe(deps, query.token), 'You will get no more emails with news.'),
  )
  // Some mail programs open the address of their "Unsubscribe" in a browser. Only the page's button changes something,
  // because mail scanners open every address.
  app.get<{ Querystring: { token?: string } }>(contract.unsubscribe.path, (request, reply) =>
    reply.redirect(`/unsubscribe#${encodeURIComponent(request.query.token ?? '')}`, 303),
  )
}
