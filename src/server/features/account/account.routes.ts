import * as contract from '#contract/accounts/account.ts'
import { deleteAccount, downloadOwnData } from '#contract/accounts/security.ts'
import type { Deps } from '#server/features/deps.ts'
import { endSession, visitorOf } from '#server/http/request-session.ts'
import type { Serve } from '#server/http/serve.ts'
import { closeAccount } from './closing.usecases.ts'
import { readOwnData } from './own-data.usecases.ts'
import { presentUser } from './present-user.ts'
import { changeProfile } from './profile.usecases.ts'

export function accountRoutes(serve: Serve, deps: Deps): void {
  serve(contract.changeProfile, async ({ account, body }) =>
    presentUser(deps, await changeProfile(deps, account, body)),
  )
  serve(deleteAccount, async ({ request, reply, account, body }) => {
    await closeAccount(deps, { account, visitor: visitorOf(deps, request) }, body.currentPassword)
    await endSession(deps, request, reply)
    return { message: 'Your account has been deleted.' }
  })
  serve(downloadOwnData, async ({ account }) => readOwnData(deps, account))
}
