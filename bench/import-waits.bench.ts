import { setTimeout as pause } from 'node:timers/promises'
import { loadGazetteer } from '#geography/index.ts'
import { importPlaces } from '#server/catalog/load/import.usecases.ts'
import type { Db } from '#server/platform/database/db.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { placesOf } from './import.bench.ts'
import { makeBigCatalog } from './support/big-catalog.ts'
import type { BenchmarkOptions } from './support/options.ts'
import { openTarget } from './support/targets.ts'

const EVERY_MS = 20
const ALONE_MS = 3000

/**
 * How long a light call waits while the embedded database imports, compared with the same call alone: maximum, 99th,
 * and 50th percentile.
 */
export async function run({ places }: BenchmarkOptions): Promise<void> {
  const gazetteer = await loadGazetteer()
  const catalog = makeBigCatalog(gazetteer, places)
  const target = await openTarget('embedded')
  const importRelease = (release: string, changedEvery?: number) =>
    importPlaces(
      { db: target.bulk, gazetteer, clock: { now: () => new Date('2026-06-21T00:00:00Z') } },
      { source: 'overture', release, places: placesOf(catalog, changedEvery) },
    )
  try {
    await migrate(target.bulk)
    await printWaits('alone', target.db, () => pause(ALONE_MS))
    await printWaits(`${places} new places`, target.db, () => importRelease('2026-04-15.0'))
    await printWaits('1 in 100 changed', target.db, () => importRelease('2026-05-20.0', 100))
  } finally {
    await target.close()
  }
}

async function printWaits(title: string, db: Db, work: () => Promise<unknown>): Promise<void> {
  const waits: number[] = []
  const over = new AbortController()
  const calling = (async () => {
    while (!over.signal.aborted) {
      const start = performance.now()
      await db.query('SELECT 1')
      waits.push(performance.now() - start)
      await pause(EVERY_MS)
    }
  })()
  const start = performance.now()
  await work()
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  over.abort()
  await calling
  const sorted = waits.toSorted((a, b) => b - a)
  const [most, p99, p50] = [0, 0.01, 0.5].map(share => (sorted[Math.floor(share * sorted.length)] ?? 0).toFixed(0))
  console.log(`${title.padEnd(20)} ${seconds.padStart(6)} s   ${most} / ${p99} / ${p50} ms of ${waits.length} calls`)
}
