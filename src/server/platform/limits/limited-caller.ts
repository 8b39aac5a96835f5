import { hash } from 'node:crypto'
import type { Network } from '#server/platform/basics/network.ts'
import type { LimitWords } from './over-limit.ts'
import type { RateLimit } from './rate-limit.ts'

export type LimitedCaller = { account: { id: number; isEmailVerified: boolean }; network: Network }

/** Who a call counts for. Accounts with an unconfirmed email count as one with all others of their network. */
export const callerKey = ({ account, network }: LimitedCaller): string =>
  account.isEmailVerified ? String(account.id) : network

/** Who a queued job counts for. A hash, because no network address is stored. */
export const holderOf = (caller: LimitedCaller): string => hash('sha256', callerKey(caller), 'base64url')

export const wordsForCaller = ({ account }: LimitedCaller, name: string): LimitWords =>
  account.isEmailVerified
    ? { name }
    : { name: `${name} by accounts with unconfirmed emails on your network`, isLiftedByEmail: true }

export const limitOfCaller = (
  caller: LimitedCaller,
  { name, ...limit }: Pick<RateLimit, 'name' | 'limit' | 'windowSeconds'>,
): RateLimit => ({ ...limit, ...wordsForCaller(caller, name), key: callerKey(caller) })

type CommonLimit = Omit<RateLimit, 'key'>
/** Together, the accounts with an unconfirmed email on a network may do as much as this many accounts. */
const SHARED_BY = 5

/** The limit of an account, and the one that those with an unconfirmed email share with all others of their network. */
export const limitsOfAccount = (caller: LimitedCaller, limit: CommonLimit): RateLimit[] => {
  const own = { ...limit, key: String(caller.account.id) }
  if (caller.account.isEmailVerified) return [own]
  const shared = {
    ...limit,
    ...wordsForCaller(caller, limit.name),
    limit: limit.limit * SHARED_BY,
    key: caller.network,
  }
  return [own, shared]
}

/** A limit for each account, or for what else has such an id. */
export const limitPerId =
  (limit: CommonLimit) =>
  (id: number): RateLimit => ({ ...limit, key: String(id) })
export const limitPerNetwork =
  (limit: CommonLimit) =>
  (network: Network): RateLimit => ({ ...limit, key: network })
