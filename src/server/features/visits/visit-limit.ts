const WINDOW_MS = 60_000
/** High enough for an office behind one address. */
const VISITS_OF_A_NETWORK = 600
const NETWORKS = 10_000

/** Visits by network in the current minute. Only kept in memory: addresses of visitors are never stored. */
export type VisitLimit = { startedAt: number; visits: Map<string, number> }
export const newVisitLimit = (): VisitLimit => ({ startedAt: 0, visits: new Map() })

/** Counts a visit; false if the network has reached its limit for this minute. */
export function allowsVisit(limit: VisitLimit, network: string, now: Date): boolean {
  if (now.getTime() - limit.startedAt >= WINDOW_MS) {
    limit.startedAt = now.getTime()
    limit.visits.clear()
  }
  const visits = limit.visits.get(network) ?? 0
  if (visits >= VISITS_OF_A_NETWORK || (visits === 0 && limit.visits.size >= NETWORKS)) return false
  limit.visits.set(network, visits + 1)
  return true
}

export const secondsUntilNextWindow = (limit: VisitLimit, now: Date): number =>
  Math.max(1, Math.ceil((limit.startedAt + WINDOW_MS - now.getTime()) / 1000))
