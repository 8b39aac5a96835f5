import type { FastifyInstance } from 'fastify'
import * as filling from '#contract/leads/filled-files.ts'
import * as following from '#contract/leads/followed-files.ts'
import * as contract from '#contract/leads/known-businesses.ts'
import type { Deps } from '#server/features/deps.ts'
import { serve } from '#server/http/serve.ts'
import { decideChanges } from './decide-changes.usecases.ts'
import { decideRow, readRows, readSummary } from './file-summary.usecases.ts'
import { cancelFilling, startFilling } from './fill-file.usecases.ts'
import { filledFile } from './filled-file.usecases.ts'
import { changeFile } from './follow-file.usecases.ts'
import { deleteKnownFile, importFile, listKnownFiles, readColumns } from './known-businesses.usecases.ts'
import { changesFile, listChanges } from './list-changes.usecases.ts'

export function knownBusinessRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, contract.getKnownFiles, async ({ account }) => listKnownFiles(deps, account))
  serve(app, deps, contract.readKnownColumns, async ({ account, network, rawBody }) =>
    readColumns(deps, { account, network, bytes: rawBody }),
  )
  serve(app, deps, contract.importKnownFile, async ({ account, network, query, rawBody }) =>
    importFile(deps, { account, network, bytes: rawBody, ...query }),
  )
  serve(app, deps, contract.deleteKnownFile, async ({ account, params }) => {
    await deleteKnownFile(deps, account, params.id)
    return { message: 'The file was deleted' }
  })
  serve(app, deps, filling.getFileSummary, async ({ account, params }) => readSummary(deps, { account, id: params.id }))
  serve(app, deps, filling.changeFile, async ({ account, network, params, body }) =>
    changeFile(deps, { account, network, id: params.id }, body),
  )
  serve(app, deps, filling.getFileRows, async ({ account, params, query }) =>
    readRows(deps, { account, id: params.id, ...query }),
  )
  serve(app, deps, filling.decideRow, async ({ account, params, body }) =>
    decideRow(deps, { account, id: params.id }, body),
  )
  serve(app, deps, filling.fillFile, async ({ account, network, params, body }) =>
    startFilling(deps, { account, network, id: params.id, ...body }),
  )
  serve(app, deps, filling.cancelFill, async ({ account, params }) => cancelFilling(deps, { account, id: params.id }))
  serve(app, deps, filling.getFilledFile, async ({ account, network, params }) =>
    filledFile(deps, { account, network, id: params.id }),
  )
  serve(app, deps, following.getFileChanges, async ({ account, params, query }) =>
    listChanges(deps, { account, id: params.id, ...query }),
  )
  serve(app, deps, following.decideChanges, async ({ account, network, params, body }) =>
    decideChanges(deps, { account, network, id: params.id }, body),
  )
  serve(app, deps, following.getChangesFile, async ({ account, params }) =>
    changesFile(deps, { account, id: params.id }),
  )
}
