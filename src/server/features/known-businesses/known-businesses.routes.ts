import * as filling from '#contract/leads/filled-files.ts'
import * as following from '#contract/leads/followed-files.ts'
import * as contract from '#contract/leads/known-businesses.ts'
import type { Deps } from '#server/features/deps.ts'
import { confirmed, type Serve } from '#server/http/serve.ts'
import { decideChanges } from './decide-changes.usecases.ts'
import { decideRow, readRows, readSummary } from './file-summary.usecases.ts'
import { cancelFilling, startFilling } from './fill-file.usecases.ts'
import { filledFile } from './filled-file.usecases.ts'
import { changeFile } from './follow-file.usecases.ts'
import { deleteKnownFile, importFile, listKnownFiles, readColumns } from './known-businesses.usecases.ts'
import { changesFile, listChanges } from './list-changes.usecases.ts'

export function knownBusinessRoutes(serve: Serve, deps: Deps): void {
  serve(contract.getKnownFiles, async ({ account }) => listKnownFiles(deps, account))
  serve(contract.readKnownColumns, async ({ account, network, rawBody }) =>
    readColumns(deps, { account, network, bytes: rawBody }),
  )
  serve(contract.importKnownFile, async ({ account, network, query, rawBody }) =>
    importFile(deps, { account, network, bytes: rawBody, ...query }),
  )
  serve(contract.deleteKnownFile, async ({ account, params }) =>
    confirmed(deleteKnownFile(deps, account, params.id), 'The file was deleted'),
  )
  serve(filling.getFileSummary, async ({ account, params }) => readSummary(deps, { account, id: params.id }))
  serve(filling.changeFile, async ({ account, network, params, body }) =>
    changeFile(deps, { account, network, id: params.id }, body),
  )
  serve(filling.getFileRows, async ({ account, params, query }) => readRows(deps, { account, id: params.id, ...query }))
  serve(filling.decideRow, async ({ account, params, body }) => decideRow(deps, { account, id: params.id }, body))
  serve(filling.fillFile, async ({ account, network, params, body }) =>
    startFilling(deps, { account, network, id: params.id, ...body }),
  )
  serve(filling.cancelFill, async ({ account, params }) => cancelFilling(deps, { account, id: params.id }))
  serve(filling.getFilledFile, async ({ account, network, params }) =>
    filledFile(deps, { account, network, id: params.id }),
  )
  serve(following.getFileChanges, async ({ account, params, query }) =>
    listChanges(deps, { account, id: params.id, ...query }),
  )
  serve(following.decideChanges, async ({ account, network, params, body }) =>
    decideChanges(deps, { account, network, id: params.id }, body),
  )
  serve(following.getChangesFile, async ({ account, params }) => changesFile(deps, { account, id: params.id }))
}
