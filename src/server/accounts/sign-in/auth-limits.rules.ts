import type { Network } from '#server/platform/basics/network.ts'
import { limitPerNetwork } from '#server/platform/limits/limited-caller.ts'
import type { RateLimit } from '#server/platform/limits/rate-limit.ts'

const QUARTER_HOUR = 900
const HOUR = 3600

/** What a sign-in attempt is counted by, before its password is checked. */
export type SignInAttempt = {
  /** The account, or the typed name if no account has it. Both behave the same from outside. */
  account: string
  network: Network
  /** The name of the device, if the account has signed in from it before. */
  device: string | null
}
/** `inName` is cleared by a success. `ofAddress` counts failures for all names. */
export type SignInLimits = { inName: RateLimit; ofAddress: RateLimit | null }

/**
 * No limit applies to an account alone, so an attacker who fails on purpose only blocks their own address for that
 * name. A device from which the owner has signed in has its own count, so the owner can sign in even behind the same
 * address.
 */
export const signInLimits = ({ account, network, device }: SignInAttempt): SignInLimits =>
  device === null
    ? { inName: inNameLimit(`${account}\n${network}`), ofAddress: networkLimit(network) }
    : { inName: inNameLimit(device), ofAddress: null }

const networkLimit = limitPerNetwork({
  name: 'failed sign-ins from your network',
  limit: 100,
  windowSeconds: QUARTER_HOUR,
})

const inNameLimit = (key: string): RateLimit => ({
  key,
  name: 'failed sign-ins to this account',
  limit: 10,
  windowSeconds: QUARTER_HOUR,
  firstWaitSeconds: 60,
  maxWaitSeconds: HOUR,
})

/** Counts right passwords, with the key of the failed sign-ins: the account and where the attempt comes from. */
export const doneSignInsLimit = (key: string): RateLimit => ({
  key,
  name: 'sign-ins to this account',
  limit: 60,
  windowSeconds: QUARTER_HOUR,
})

export const signUpLimit = limitPerNetwork({ name: 'sign-ups from your network', limit: 100, windowSeconds: HOUR })

/** Refused sign-ups reveal which names and emails are taken, so they are limited to prevent enumeration. */
export const takenAnswersLimit = limitPerNetwork({
  name: 'refused sign-ups from your network',
  limit: 100,
  windowSeconds: HOUR,
})
