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
  /** Whether the account has signed in from this browser before. */
  isKnownDevice: boolean
}
/** `inName` is cleared by a success. `ofAddress` counts failures for all names. */
export type SignInLimits = { inName: RateLimit; ofAddress: RateLimit | null }

/**
 * No limit applies to an account alone, so an attacker who fails on purpose only blocks their own address for that
 * name. Devices from which the owner has signed in have a count of their own, so the owner can sign in even behind the
 * same address. They share it, because each sign-in makes another one.
 */
export const signInLimits = ({ account, network, isKnownDevice }: SignInAttempt): SignInLimits =>
  isKnownDevice
    ? { inName: inNameLimit(`${account}\n${network}\nknown device`), ofAddress: null }
    : { inName: inNameLimit(`${account}\n${network}`), ofAddress: networkLimit(network) }

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
