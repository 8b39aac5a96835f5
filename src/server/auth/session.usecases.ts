import type { FastifyRequest } from 'fastify'
import type { Tier } from '#contract/plans.ts'
import type { Deps } from '../deps.ts'

/** The signed-in account, as use cases know it. */
export type Account = {
  id: number
  username: string
  email: string
  firstName: string | null
  lastName: string | null
  isAdmin: boolean
  /** What the account is entitled to now; falls back to free when a plan has ended. */
  tier: Tier
  subscriptionStatus: string
  /** Quota periods are counted in months from here. */
  quotaAnchor: Date
  createdAt: Date
}

export async function accountOfRequest(_deps: Deps, _request: FastifyRequest): Promise<Account | null> {
  return Promise.resolve(null)
}
