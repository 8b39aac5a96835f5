import { plans, tiers } from '#contract/plans.ts'
import type { ChartRow } from '../../shared/charts/chart-rows.ts'

const month = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** Cuts a name over 20 characters to 17 and an ellipsis. */
export const cutName = (name: string): string => (name.length > 20 ? `${name.slice(0, 17)}...` : name)

/** The users of each plan that has any, smallest plan first. */
export const tierRows = (bySubscription: Record<string, number>): ChartRow[] =>
  tiers.map(tier => ({ name: plans[tier].name, amount: bySubscription[tier] ?? 0 })).filter(({ amount }) => amount > 0)

/** Sign-ups by month, in order, "2026-03" as "Mar 2026". Months without sign-ups count 0. */
export function monthRows(signupsByMonth: Record<string, number>): ChartRow[] {
  const known = Object.keys(signupsByMonth).toSorted()
  const [first, last] = [known[0], known.at(-1)]
  const rows: ChartRow[] = []
  if (first === undefined || last === undefined) return rows
  for (let at = first; at <= last; at = monthAfter(at))
    rows.push({ name: month.format(new Date(`${at}-01T00:00:00Z`)), amount: signupsByMonth[at] ?? 0 })
  return rows
}

function monthAfter(at: string): string {
  const next = new Date(`${at}-01T00:00:00Z`)
  next.setUTCMonth(next.getUTCMonth() + 1)
  return next.toISOString().slice(0, 7)
}
