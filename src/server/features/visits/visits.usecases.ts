import type { IncomingHttpHeaders } from 'node:http'
import type { PagePath } from '#contract/pages.ts'
import { sessionOfCookie } from '#server/accounts/sessions/session.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { DAY_MS, keptSince } from '#server/platform/basics/clock.ts'
import { faultOf } from '#server/platform/basics/fault.ts'
import type { Older } from '#server/platform/basics/list-page.ts'
import type { Network } from '#server/platform/basics/network.ts'
import { overLimit } from '#server/platform/limits/over-limit.ts'
import {
  countByPage,
  countVisits,
  deleteVisitsBefore,
  findVisits,
  insertVisits,
  type NewVisit,
  type StoredVisit,
} from './visits.repository.ts'
import { asksNotToBeTracked, keptReferrer, servedPage } from './visits.rules.ts'

const MAX_WAITING = 1000
const WRITE_AFTER_MS = 1000

export type PageRequest = {
  network: Network
  headers: IncomingHttpHeaders
  host: string
  /** The value of the session cookie. */
  session: string | undefined
}
export type PageAnswer = { method: string; pathname: string; status: number }

type WaitingVisit = Omit<NewVisit, 'userId'> & Pick<PageRequest, 'session'>
/** Visits that are written later, so that a page never waits for it. */
type Waiting = {
  visits: WaitingVisit[]
  dropped: number
  limit: VisitLimit
  timer?: NodeJS.Timeout
  writing: Promise<void>
}
const waitingOf = new WeakMap<Deps, Waiting>()

const waitingVisits = (deps: Deps): Waiting =>
  waitingOf.getOrInsertComputed(deps, () => ({
    visits: [],
    dropped: 0,
    limit: newVisitLimit(),
    writing: Promise.resolve(),
  }))

/** Records a page change that the browser reports. False if the visitor asks not to be tracked. */
export function recordPageChange(
  deps: Deps,
  request: PageRequest,
  { page, referrer }: { page: PagePath; referrer?: string | null | undefined },
): boolean {
  if (asksNotToBeTracked(request.headers)) return false
  const { limit } = waitingVisits(deps)
  const now = deps.clock.now()
  const network = request.network
  if (!allowsVisit(limit, network, now))
    throw overLimit({ name: 'page visits from your network' }, secondsUntilNextWindow(limit, network, now))
  keep(deps, request, page, referrer)
  return true
}

export function recordServedPage(deps: Deps, request: PageRequest, answer: PageAnswer): void {
  const { headers } = request
  const page = servedPage({ ...answer, headers })
  if (page === undefined || asksNotToBeTracked(headers)) return
  if (allowsVisit(waitingVisits(deps).limit, request.network, deps.clock.now()))
    keep(deps, request, page, headers.referer)
}

function keep(deps: Deps, request: PageRequest, page: PagePath, referrer: string | null | undefined): void {
  const waiting = waitingVisits(deps)
  if (waiting.visits.length >= MAX_WAITING) {
    waiting.dropped += 1
    return
  }
  const ownHost = deps.config.PUBLIC_URL === undefined ? request.host : new URL(deps.config.PUBLIC_URL).host
  waiting.visits.push({
    session: request.session,
    page,
    referrer: keptReferrer(referrer, ownHost),
    at: deps.clock.now(),
  })
  waiting.timer ??= setTimeout(() => void writeVisits(deps), WRITE_AFTER_MS).unref()
}

/** Writes the waiting visits. Never fails: if they cannot be written, they are lost and this is logged. */
export function writeVisits(deps: Deps): Promise<void> {
  const waiting = waitingVisits(deps)
  clearTimeout(waiting.timer)
  delete waiting.timer
  waiting.writing = waiting.writing.then(() => writeWaiting(deps, waiting))
  return waiting.writing
}

async function writeWaiting(deps: Deps, waiting: Waiting): Promise<void> {
  const visits = waiting.visits.splice(0)
  const dropped = waiting.dropped
  waiting.dropped = 0
  if (dropped > 0) deps.log.warn({ dropped }, 'page visits came faster than they were written')
  if (visits.length === 0) return
  try {
    const named: NewVisit[] = []
    for (const { session, ...visit } of visits)
      named.push({ ...visit, userId: (await sessionOfCookie(deps, session))?.account.id ?? null })
    await insertVisits(deps.db, named)
  } catch (error) {
    deps.log.error({ err: faultOf(error), visits: visits.length }, 'page visits were not recorded')
  }
}

/** Visits, newest first, including those not written yet. */
export async function listVisits(deps: Deps, page: Older): Promise<StoredVisit[]> {
  await writeVisits(deps)
  return findVisits(deps.db, page)
}

export async function countPageVisits(deps: Deps): Promise<number> {
  await writeVisits(deps)
  return countVisits(deps.db)
}

export async function countVisitsByPage(deps: Deps): Promise<{ page: string; count: number }[]> {
  await writeVisits(deps)
  return countByPage(deps.db)
}

export const sweepVisits = ({ db, clock }: Deps): Promise<void> => deleteVisitsBefore(db, keptSince(clock.now()))

const MINUTE_MS = 60_000
const NETWORKS_OF_A_MINUTE = 10_000
/** When there are more networks, all counts of the day start over, because memory is limited. */
const NETWORKS_OF_A_DAY = 100_000

type Window = { lastsMs: number; most: number; startedAt: number; visits: Map<string, number> }
const newWindow = (size: Pick<Window, 'lastsMs' | 'most'>): Window => ({ ...size, startedAt: 0, visits: new Map() })

/** The visits of each network, counted toward its limits. In memory only: addresses of visitors are never stored. */
type VisitLimit = { minute: Window; day: Window }
export const newVisitLimit = (): VisitLimit => ({
  // High enough for an office in which everybody shares one address.
  minute: newWindow({ lastsMs: MINUTE_MS, most: 600 }),
  // Bounds how much a network can add to the stored visits, which are kept for 13 months.
  day: newWindow({ lastsMs: DAY_MS, most: 50_000 }),
})

/** Counts a visit; false if the network has reached a limit. */
export function allowsVisit({ minute, day }: VisitLimit, network: string, now: Date): boolean {
  // A window that has not begun is from a clock that was ahead.
  for (const window of [minute, day])
    if (Math.abs(now.getTime() - window.startedAt) >= window.lastsMs) begin(window, now)
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

export function secondsUntilNextWindow({ minute, day }: VisitLimit, network: string, now: Date): number {
  const { startedAt, lastsMs } = isFull(day, network) ? day : minute
  return Math.max(1, Math.ceil((startedAt + lastsMs - now.getTime()) / 1000))
}
