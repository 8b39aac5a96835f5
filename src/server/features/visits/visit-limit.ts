import { DAY_MS } from '#server/platform/basics/clock.ts'

const MINUTE_MS = 60_000
const NETWORKS_OF_A_MINUTE = 10_000
/** When there are more networks, all counts of the day start over, because memory is limited. */
const NETWORKS_OF_A_DAY = 100_000

/** The visits of each network since `startedAt`. */
type Window = { lastsMs: number; most: number; startedAt: number; visits: Map<string, number> }
const newWindow = (size: Pick<Window, 'lastsMs' | 'most'>): Window => ({ ...size, startedAt: 0, visits: new Map() })

/**
 * The visits of each network, counted toward its limits. They are kept only in memory: addresses of visitors are never
 * stored.
 */
export type VisitLimit = { minute: Window; day: Window }
export const newVisitLimit = (): VisitLimit => ({
  // High enough for an office in which everybody shares one address.
  minute: newWindow({ lastsMs: MINUTE_MS, most: 600 }),
  // Bounds how much a network can add to the stored visits, which are kept for 13 months.
  day: newWindow({ lastsMs: DAY_MS, most: 50_000 }),
})

/** Counts a visit; false if the network has reached a limit. */
export function allowsVisit({ minute, day }: VisitLimit, network: string, now: Date): boolean {
  for (const window of [minute, day]) if (now.getTime() - window.startedAt >= window.lastsMs) begin(window, now)
  if (day.visits.size >= NETWORKS_OF_A_DAY) begin(day, now)
  const isCrowded = !minute.visits.has(network) && minute.visits.size >= NETWORKS_OF_A_MINUTE
  if (isCrowded || isFull(minute, network) || isFull(day, network)) return false
  for (const { visits } of [minute, day]) visits.set(network, (visits.get(network) ?? 0) + 1)
  return true
}

function begin(window: Window, now: Date): void {
  window.startedAt = now.getTime()
  window.visits.clear()
}

const isFull = ({ visits, most }: Window, network: string): boolean => (visits.get(network) ?? 0) >= most

/** The seconds until visits from the network are counted again. */
export function secondsUntilNextWindow({ minute, day }: VisitLimit, network: string, now: Date): number {
  const { startedAt, lastsMs } = isFull(day, network) ? day : minute
  return Math.max(1, Math.ceil((startedAt + lastsMs - now.getTime()) / 1000))
}
