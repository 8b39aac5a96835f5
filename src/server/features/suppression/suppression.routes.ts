import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/places/suppression.ts'
import * as removal from '#server/catalog/suppression/removal.usecases.ts'
import { readEntry, refusalOfEntry } from '#server/catalog/suppression/suppression.rules.ts'
import {
  addSuppression,
  listSuppressions,
  removeSuppressionById,
} from '#server/catalog/suppression/suppression.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { serve } from '#server/http/serve.ts'
import { withIsoDates } from '#server/platform/basics/clock.ts'
import { invalidInput } from '#server/platform/basics/refusal.ts'

export function suppressionRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, contract.askForRemoval, async ({ network, body }) => {
    await removal.requestRemoval(deps, body, network)
    return { message: removal.removalAnswer }
  })
  serve(app, deps, contract.confirmRemoval, async ({ body }) => {
    await removal.confirmRemoval(deps, body.token)
    return { message: 'Your business is on our do-not-contact list, and will stay there.' }
  })
  serve(app, deps, contract.getRemovalRequests, async () => removal.listRemovalRequests(deps))
  serve(app, deps, contract.decideRemoval, async ({ params, body }) =>
    removal.decideRemoval(deps, params.id, body.decision),
  )
  serve(app, deps, contract.getSuppressions, async () => (await listSuppressions(deps)).map(withIsoDates))
  serve(app, deps, contract.addSuppression, async ({ body }) => {
    const entry = readEntry(body.value)
    if (entry === null) throw invalidInput('value', refusalOfEntry(body.value))
    return withIsoDates(await addSuppression(deps, entry, body.reason ?? 'administrator'))
  })
  serve(app, deps, contract.deleteSuppression, async ({ params }) => {
    await removeSuppressionById(deps, params.id)
    return { message: 'The entry was removed from the list' }
  })
}
