import { networkOf } from '#server/platform/basics/network.ts'
import type { RateLimit } from '#server/platform/limits/rate-limit.ts'

const QUARTER_HOUR = 900
const HOUR = 3600

/** What a sign-in attempt is counted under, before its password is looked at. */
export type SignInAttempt = {
  /** The account, or the name typed where there is none of it: both behave the same from outside. */
  account: string
  address: string
  /** Name of the device, where the account has signed in from it before. */
  device: string | null
}
/** `inName` is cleared by a success; `ofAddress` counts the failures in all names. */
export type SignInLimits = { inName: RateLimit; ofAddress: RateLimit | null }

/**
 * No limit here belongs to an account alone: whoever fails on purpose in somebody's name blocks only their own
 * address for that name. A device that the owner has signed in from is counted on its own, so that the owner gets in
 * even from behind the same address.
 */
export const signInLimits = ({ account, address, device }: SignInAttempt): SignInLimits =>
  device === null
    ? { inName: inNameLimit('address', `${account}\n${networkOf(address)}`), ofAddress: addressLimit(address) }
    : { inName: inNameLimit('device', device), ofAddress: null }

const addressLimit = (address: string): RateLimit => ({
  name: 'failed sign-ins of an address',
  key: networkOf(address),
  limit: 100,
  windowSeconds: QUARTER_HOUR,
})

const inNameLimit = (from: 'address' | 'device', key: string): RateLimit => ({
  name: `failed sign-ins in one name from one ${from}`,
  key,
  limit: 10,
  windowSeconds: QUARTER_HOUR,
  firstWaitSeconds: 60,
  maxWaitSeconds: HOUR,
})

/** Right ones; the key is that of the failed ones, an account and where it is tried from. */
export const doneSignInsLimit = (key: string): RateLimit => ({
  name: 'sign-ins to one account from one place',
  key,
  limit: 60,
  windowSeconds: QUARTER_HOUR,
})

export const signUpLimit = (address: string): RateLimit => ({
  name: 'sign-ups of an address',
  key: networkOf(address),
  limit: 100,
  windowSeconds: HOUR,
})

/** Refused sign-ups tell which names and emails are taken: nobody is to ask for lists of them. */
export const takenAnswersLimit = (address: string): RateLimit => ({
  name: 'refused sign-ups of an address',
  key: networkOf(address),
  limit: 100,
  windowSeconds: HOUR,
})
