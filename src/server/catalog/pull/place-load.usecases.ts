import { z } from 'zod'
import type { PlaceLoad, PlaceLoadInput } from '#contract/place-loads.ts'
import type { Deps } from '#server/catalog/deps.ts'
import { HopelessJob, type Job, queueJob } from '#server/platform/jobs/job.ts'
import { ForbiddenAddress } from '#server/platform/basics/outbound-fetch.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import { stateCode } from '#server/catalog/gazetteer/states.ts'
import { ImportError } from '#server/catalog/place/import-error.ts'
import { type ImportProgress, waitsFor } from '#server/catalog/load/import-input.ts'
import * as loads from './place-load.repository.ts'
import { Unreachable } from './remote-file.ts'
import { type PullNews, pullPlaces, type PullWish, understandArea } from './pull.usecases.ts'

const TELL_EVERY_MS = 2000
const ALIVE_EVERY_MS = 15_000

/** Queues the loading of an area's real places, for any process to do. */
export function startPlaceLoad(deps: Deps, wish: PlaceLoadInput): Promise<PlaceLoad> {
  const area = areaOf(deps, wish)
  return deps.db.transaction(async tx => {
    const load = await loads.insertLoad(tx, { wish, area, now: deps.clock.now() })
    await queueJob(deps, tx, placeLoadJob, { id: load.id })
    return shown(load)
  })
}

function areaOf(deps: Deps, wish: PlaceLoadInput): string {
  try {
    return understandArea(deps, pullWishOf(wish)).label
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    throw new Refusal('INVALID_REQUEST', {
      message: error.message,
      issues: [{ path: 'location', message: error.message }],
    })
  }
}

const pullWishOf = ({ location, miles }: PlaceLoadInput): PullWish =>
  stateCode(location) === null ? { near: location, miles } : { state: location }

export const listPlaceLoads = async (deps: Pick<Deps, 'db' | 'clock'>): Promise<PlaceLoad[]> =>
  (await loads.listLoads(deps.db, deps.clock.now())).map(shown)

export const placeLoadJob: Job<{ id: number }, Deps> = {
  name: 'place-load',
  queue: 'loads',
  payload: z.object({ id: z.number() }),
  run: async (deps, { id }, { isLast }) => {
    const load = await loads.beginLoad(deps.db, id, deps.clock.now())
    if (load === undefined) return assertOver(deps, id)
    const stopTelling = tellAlive(deps, id)
    try {
      await runLoad(deps, load)
    } catch (error) {
      const isTold = error instanceof ImportError || error instanceof ForbiddenAddress
      const isHopeless = isTold && !(error instanceof Unreachable)
      const progress = isTold ? error.message : 'Something went wrong on our side.'
      const state = isHopeless || isLast ? 'failed' : 'waiting'
      await loads.endLoad(deps.db, { id, state, progress, now: deps.clock.now() })
      throw isHopeless ? new HopelessJob(progress) : error
    } finally {
      stopTelling()
    }
  },
}

// A run that was cut off a moment ago still looks alive: a later attempt takes it up.
async function assertOver({ db }: Deps, id: number): Promise<void> {
  const state = await loads.stateOfLoad(db, id)
  if (state === 'running' || state === 'waiting') throw new Error(`Load ${id} runs, or did until a moment ago`)
}

// By a timer, because a part of a load may be silent for minutes: a second run would take its files away.
function tellAlive({ db, clock }: Deps, id: number): () => void {
  const timer = setInterval(() => {
    // A word that is lost is no reason to stop: the next one follows.
    loads.noteAlive(db, id, clock.now()).catch(() => {})
  }, ALIVE_EVERY_MS)
  return () => clearInterval(timer)
}

/** A load whose process died at its job's last attempt has nobody left to end it. */
export const endLoadsGivenUp = ({ db, clock }: Deps): Promise<void> =>
  loads.endAbandonedLoads(db, 'It was interrupted several times. Please start it again.', clock.now())

async function runLoad(deps: Deps, { id, wish }: loads.StoredLoad): Promise<void> {
  let toldAt = -Infinity
  let toldKind = ''
  let telling: Promise<unknown> = Promise.resolve()
  const tell = (news: PullNews): void => {
    // A wait is said once, at its beginning.
    const kind = kindOf(news)
    if (kind === toldKind && performance.now() - toldAt < TELL_EVERY_MS) return
    toldKind = kind
    toldAt = performance.now()
    const words = { id, ...wordsOf(news), now: deps.clock.now() }
    telling = telling.catch(() => {}).then(() => loads.tellLoad(deps.db, words))
    // Heard at the end; a word that is lost is no reason to stop.
    telling.catch(() => {})
  }
  const { pulled, summary } = await pullPlaces(deps, pullWishOf(wish), tell)
  await telling.catch(() => {})
  const { added, changed, unchanged, vanished } = summary.counts
  const number = new Intl.NumberFormat('en-US')
  const progress = `Release ${summary.release}: ${number.format(added)} new, ${number.format(changed)} changed, ${number.format(unchanged)} unchanged, ${number.format(vanished)} gone; ${megabytes(pulled.bytesRead)} MB read`
  await loads.endLoad(deps.db, { id, state: 'done', progress, now: deps.clock.now() })
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1)

const kindOf = (news: PullNews): string =>
  'waiting' in news ? 'waiting' : 'pulling' in news ? 'pulling' : wordsOfImport(news.importing.phase)

const wordsOfImport = (phase: ImportProgress['phase']): string =>
  phase === 'queued' || phase === 'waiting' ? waitsFor[phase] : 'Importing the places into the catalog'

function wordsOf(news: PullNews): { progress: string; fraction: number } {
  if ('waiting' in news) return { progress: 'Waiting for another load of the same area to finish', fraction: 0 }
  if ('importing' in news) return { progress: wordsOfImport(news.importing.phase), fraction: 1 }
  const { bytesDone, bytesWanted } = news.pulling
  const progress = `Reading, ${megabytes(bytesDone)} of ${megabytes(bytesWanted)} MB`
  return { progress, fraction: bytesWanted === 0 ? 0 : bytesDone / bytesWanted }
}

const shown = ({ id, area, state, progress, fraction, createdAt }: loads.StoredLoad): PlaceLoad => ({
  id,
  area,
  state,
  progress,
  fraction,
  createdAt: createdAt.toISOString(),
})
