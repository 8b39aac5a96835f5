import { type SiteFlagName, siteFlagNames } from '#contract/leads/site-lines.ts'

/** One bit for each flag. They are stored, so a new flag goes to the end of `siteFlagNames`. */
export const bitsOf = (flags: readonly SiteFlagName[]): number =>
  flags.reduce((bits, flag) => bits | (1 << siteFlagNames.indexOf(flag)), 0)
export const flagsIn = (bits: number): SiteFlagName[] => siteFlagNames.filter((_, index) => (bits & (1 << index)) !== 0)
