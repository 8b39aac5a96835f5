import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/account.ts'
import type { Deps } from '../deps.ts'
import { serve } from '../http/serve.ts'
import { presentUser } from './account.usecases.ts'
import { changeProfile } from './profile.usecases.ts'

export function accountRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, contract.changeProfile, async ({ account, body }) => ({
    status: 200,
    body: await presentUser(deps, await changeProfile(deps, account, body)),
  }))
}
