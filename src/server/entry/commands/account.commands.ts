import { plans, type Tier, tiers } from '#contract/plans.ts'
import { grantAdmin, revokeAdmin } from '#server/accounts/identity/account.usecases.ts'
import { grantPlan } from '#server/money/payments/plan-grant.usecases.ts'
import { removeTwoFactorOf } from '#server/accounts/credentials/two-factor.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { type Command, UsageError } from './command.ts'

type UserCommand = Pick<Command, 'name' | 'summary'> & {
  change: (deps: Deps, username: string) => Promise<unknown>
  /** What is so then, after the name. */
  outcome: string
}

const userCommand = ({ name, summary, change, outcome }: UserCommand): Command => ({
  name,
  usage: '<username>',
  summary,
  words: { min: 1, max: 1 },
  run: async ({ deps, words: [username = ''], print }) => {
    await change(deps, username)
    print(`${username} ${outcome}`)
  },
})

const adminGrant = userCommand({
  name: 'admin grant',
  summary: 'Makes a user an administrator',
  change: grantAdmin,
  outcome: 'is an administrator now.',
})

const adminRevoke = userCommand({
  name: 'admin revoke',
  summary: 'Makes an administrator an ordinary user again',
  change: revokeAdmin,
  outcome: 'is no administrator any more.',
})

const twoFactorOff = userCommand({
  name: 'two-factor off',
  summary: 'Turns two-factor sign-in off for a user who has lost phone and recovery codes',
  change: removeTwoFactorOf,
  outcome: 'signs in by the password alone now, and is told so by mail.',
})

/** Plans whose contact pulls are set with each grant. */
const grantedQuotaTiers = tiers.filter(tier => plans[tier].contactPullQuota === null)

const planGrant: Command = {
  name: 'plan grant',
  usage: '<username> <tier> [--until DATE] [--pulls NUMBER]',
  summary: 'Gives a user a plan without payment, on record',
  words: { min: 2, max: 2 },
  options: {
    until: { value: 'DATE', help: 'Day on which the plan ends, as in 2027-01-31; without it, it has no end' },
    pulls: { value: 'NUMBER', help: `Contact pulls a month, for ${grantedQuotaTiers.join(', ') || 'no plan'}` },
  },
  run: async ({ deps, words: [username = '', tierName = ''], options, print }) => {
    const tier = readTier(tierName)
    const until = options.until === undefined ? undefined : readDay(options.until)
    const pulls = options.pulls === undefined ? undefined : readPulls(options.pulls)
    await grantPlan(deps, { username, tier, until, pulls })
    const quota = options.pulls === undefined ? '' : ` with ${options.pulls} contact pulls a month`
    print(`${username} has the plan ${tier}${quota}${options.until === undefined ? '' : ` until ${options.until}`}.`)
  },
}

export const accountCommands = [adminGrant, adminRevoke, twoFactorOff, planGrant]

function readTier(name: string): Tier {
  const tier = tiers.find(known => known === name)
  if (tier === undefined)
    throw new UsageError(`There is no plan "${name}": it is one of ${tiers.join(', ')}.`, planGrant)
  return tier
}

function readPulls(text: string): number {
  const pulls = Number(text)
  if (!/^\d{1,9}$/.test(text) || pulls === 0)
    throw new UsageError(`"${text}" is no number of contact pulls: write it as in 20000.`, planGrant)
  return pulls
}

function readDay(text: string): Date {
  const day = new Date(`${text}T00:00:00Z`)
  // 2027-02-30 is taken for a day in March: it does not come back as it was written.
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text)
    throw new UsageError(`"${text}" is no date: write it as in 2027-01-31.`, planGrant)
  return day
}
