import { plans, type Tier, tiers } from '#contract/plans.ts'
import { removeTwoFactorOf } from '#server/accounts/credentials/two-factor.usecases.ts'
import { grantAdmin, revokeAdmin } from '#server/accounts/identity/account.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { grantPlan } from '#server/money/payments/plan-grant.usecases.ts'
import { daysAfter } from '#server/platform/basics/clock.ts'
import { type Command, UsageError } from './command.ts'

type UserCommand = Pick<Command, 'name' | 'summary'> & {
  change: (deps: Deps, username: string) => Promise<unknown>
  /** The rest of the success message, after the name. */
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
  summary: 'Make a user an administrator',
  change: grantAdmin,
  outcome: 'is now an administrator.',
})

const adminRevoke = userCommand({
  name: 'admin revoke',
  summary: 'Turn an administrator back into an ordinary user',
  change: revokeAdmin,
  outcome: 'is no longer an administrator.',
})

const twoFactorOff = userCommand({
  name: 'two-factor off',
  summary: 'Turn off two-factor sign-in for a user who has lost their phone and recovery codes',
  change: removeTwoFactorOf,
  outcome: 'can now sign in with just the password. We told them by email.',
})

/** Plans whose contact pulls are set with each grant. */
const grantedQuotaTiers = tiers.filter(tier => plans[tier].contactPullQuota === null)

const planGrant: Command = {
  name: 'plan grant',
  usage: '<username> <tier> [--until DATE] [--pulls NUMBER]',
  summary: 'Give a user a complimentary plan; the grant is recorded',
  words: { min: 2, max: 2 },
  options: {
    until: { value: 'DATE', help: 'Last day of the plan (UTC), such as 2027-01-31; default: no end' },
    pulls: { value: 'NUMBER', help: `Contact pulls a month, for ${grantedQuotaTiers.join(', ') || 'no plan'}` },
  },
  run: async ({ deps, words: [username = '', tierName = ''], options, print }) => {
    const tier = readTier(tierName)
    const until = options.until === undefined ? undefined : endOfDay(options.until)
    const pulls = options.pulls === undefined ? undefined : readPulls(options.pulls)
    await grantPlan(deps, { username, tier, until, pulls })
    const quota = options.pulls === undefined ? '' : ` with ${options.pulls} contact pulls a month`
    print(
      `${username} is now on the ${tier} plan${quota}${options.until === undefined ? '' : ` until ${options.until}`}.`,
    )
  },
}

export const accountCommands = [adminGrant, adminRevoke, twoFactorOff, planGrant]

function readTier(name: string): Tier {
  const tier = tiers.find(known => known === name)
  if (tier === undefined)
    throw new UsageError(`There is no plan "${name}". The plans are ${tiers.join(', ')}.`, planGrant)
  return tier
}

function readPulls(text: string): number {
  const pulls = Number(text)
  if (!/^\d{1,9}$/.test(text) || pulls === 0)
    throw new UsageError(`"${text}" is not a number of contact pulls. Use the form 20000.`, planGrant)
  return pulls
}

function endOfDay(text: string): Date {
  const day = new Date(`${text}T00:00:00Z`)
  // Dates such as 2027-02-30 roll over to March, so compare with the input.
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text)
    throw new UsageError(`"${text}" is not a date. Use the form 2027-01-31.`, planGrant)
  return daysAfter(day, 1)
}
