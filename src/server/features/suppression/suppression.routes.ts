import * as contract from '#contract/places/suppression.ts'
import * as removal from '#server/catalog/suppression/removal.usecases.ts'
import { readEntry, refusalOfEntry } from '#server/catalog/suppression/suppression.rules.ts'
import {
  addSuppression,
  listSuppressions,
  removeSuppressionById,
} from '#server/catalog/suppression/suppression.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { confirmed, type Serve } from '#server/http/serve.ts'
import { withIsoDates } from '#server/platform/basics/clock.ts'
import { invalidInput } from '#server/platform/basics/refusal.ts'

export function suppressionRoutes(serve: Serve, deps: Deps): void {
  serve(contract.askForRemoval, async ({ network, body }) =>
    confirmed(removal.requestRemoval(deps, body, network), removal.removalAnswer),
  )
  serve(contract.confirmRemoval, async ({ body }) =>
    confirmed(
      removal.confirmRemoval(deps, body.token),
      'Your business is on our do-not-contact list, and will stay there.',
    ),
  )
  serve(contract.getRemovalRequests, async () => removal.listRemovalRequests(deps))
  serve(contract.decideRemoval, async ({ params, body }) => removal.decideRemoval(deps, params.id, body.decision))
  serve(contract.getSuppressions, async () => (await listSuppressions(deps)).map(withIsoDates))
  serve(contract.addSuppression, async ({ body }) => {
    const entry = readEntry(body.value)
    if (entry === null) throw invalidInput('value', refusalOfEntry(body.value))
    return withIsoDates(await addSuppression(deps, entry, body.reason ?? 'administrator'))
  })
  serve(contract.deleteSuppression, async ({ params }) =>
    confirmed(removeSuppressionById(deps, params.id), 'The entry was removed from the list'),
  )
}
