import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/accounts/account.ts'
import { deleteAccount, downloadOwnData } from '#contract/accounts/security.ts'
import type { Deps } from '#server/features/deps.ts'
import { endSession, visitorOf } from '#server/http/request-session.ts'
import { serve } from '#server/http/serve.ts'
import { closeAccount } from './closing.usecases.ts'
import { readOwnData } from './own-data.usecases.ts'
import { presentUser } from './present-user.ts'
import { changeProfile } from './profile.usecases.ts'

export function accountRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, contract.changeProfile, async ({ account, body }) =>
    presentUser(deps, await changeProfile(deps, account, body)),
  )
  serve(app, deps, deleteAccount, async ({ request, reply, account, body }) => {
    await closeAccount(deps, { account, visitor: visitorOf(deps, request) }, body.currentPassword)
    await endSession(deps, request, reply)
    return { message: 'Your account has been deleted.' }
  })
  serve(app, deps, downloadOwnData, async ({ account }) => readOwnData(deps, account))
}
