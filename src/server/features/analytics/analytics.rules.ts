import { trendDays } from '#contract/admin/analytics.ts'
import { scoreBands } from '#contract/leads/score-bands.ts'
import { DAY_MS } from '#server/platform/basics/clock.ts'

const bandsUpwards = scoreBands.toReversed()

/** The scores at which a higher band begins, lowest first. */
export const bandThresholds: number[] = bandsUpwards.slice(1).map(({ from }) => from)

/** Every score band, best first, with its leads; `band` is the number of thresholds that they reach. */
export const qualityOf = (counts: { band: number; leads: number }[]): { band: string; leads: number }[] =>
  bandsUpwards
    .map(({ name }, index) => ({ band: name, leads: counts.find(({ band }) => band === index)?.leads ?? 0 }))
    .toReversed()

/** The start of the trend: the beginning of its first day, in UTC. */
export const trendStart = (now: Date): Date =>
  new Date(Date.parse(now.toISOString().slice(0, 10)) - (trendDays - 1) * DAY_MS)

/** Every day of the trend, oldest first. */
export function trendOf(counts: { day: string; leads: number }[], now: Date): { day: string; leads: number }[] {
  const leads = new Map(counts.map(count => [count.day, count.leads]))
  const start = trendStart(now).getTime()
  return Array.from({ length: trendDays }, (_, index) => {
    const day = new Date(start + index * DAY_MS).toISOString().slice(0, 10)
    return { day, leads: leads.get(day) ?? 0 }
  })
}

export const shareOf = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)

// Domains of the same platform.
const sameAs: ReadonlyMap<string, string> = new Map([
  ['angieslist.com', 'angi.com'],
  ['fb.com', 'facebook.com'],
  ['fb.me', 'facebook.com'],
  ['goo.gl', 'google.com'],
  ['threads.net', 'threads.com'],
  ['twitter.com', 'x.com'],
  ['wa.me', 'whatsapp.com'],
  ['youtu.be', 'youtube.com'],
])

/** Leads by name. Counts of the same name are added up. */
export function mapOf(counts: { name: string; leads: number }[]): Record<string, number> {
  const map = new Map<string, number>()
  for (const { name, leads } of counts) map.set(name, (map.get(name) ?? 0) + leads)
  return Object.fromEntries(map)
}
export const sourceMapOf = (counts: { name: string; leads: number }[]): Record<string, number> =>
  mapOf(counts.map(({ name, leads }) => ({ name: sameAs.get(name) ?? name, leads })))
