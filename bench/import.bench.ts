import { type Gazetteer, loadGazetteer } from '#geography/index.ts'
import { importPlaces } from '#server/catalog/load/import.usecases.ts'
import type { CatalogPlace } from '#server/catalog/place/place-facts.ts'
import { placeLine } from '#server/catalog/tables/place-row.ts'
import { copyToStage, createStaging, dropStaging } from '#server/catalog/tables/staging.repository.ts'
import type { Db } from '#server/platform/database/db.ts'
import { type BigCatalog, makeBigCatalog } from './support/big-catalog.ts'
import { ownCpuMs, ratio } from './support/measure.ts'
import type { BenchmarkOptions } from './support/options.ts'
import { onEachDatabase, type Target } from './support/targets.ts'

/**
 * An import of valid places into an empty catalog (staged, compared, merged, swapped in), compared with the minimum for
 * searchable tables: COPY of the same rows into a staging table, sorted inserts, the same indexes. Then the same
 * release again, which changes nothing, and one in which one percent of the places are new.
 */
export async function run({ places, databases }: BenchmarkOptions): Promise<void> {
  const gazetteer = await loadGazetteer()
  const catalog = makeBigCatalog(gazetteer, places)
  await onEachDatabase(databases, async target => {
    console.log(`\n${target.name}, ${places} places`)
    const own = await timed(target, 'import', () =>
      importRelease({ target, gazetteer, release: '2026-04-15.0', catalog }),
    )
    const again = await timed(target, 'the same again', () =>
      importRelease({ target, gazetteer, release: '2026-05-20.0', catalog }),
    )
    const newer = () => importRelease({ target, gazetteer, release: '2026-06-20.0', catalog, changedEvery: 100 })
    const changed = await timed(target, '1 in 100 changed', newer)
    await target.bulk.query('TRUNCATE place, place_category')
    const reference = await timed(target, 'COPY, insert sorted, index', () => loadBarely(target.bulk, catalog))
    for (const work of [reference, own, again, changed]) print(work, reference, places)
  })
}

type Work = { title: string; seconds: number; cpuMs: number }

/** Prints each result immediately, because a run over millions of places takes an hour. */
async function timed({ name, cpu }: Target, title: string, work: () => Promise<unknown>): Promise<Work> {
  // The embedded database runs in this process.
  const used = () => ownCpuMs() + (name === 'PostgreSQL' ? cpu() : 0)
  const start = performance.now()
  const before = used()
  await work()
  const done = { title, seconds: (performance.now() - start) / 1000, cpuMs: used() - before }
  console.log(`  ${title}: ${done.seconds.toFixed(1)} s, ${(done.cpuMs / 1000).toFixed(1)} s of CPU`)
  return done
}

function print(work: Work, reference: Work, places: number): void {
  const speed = `${Math.round(places / work.seconds)} places/s`.padEnd(18)
  const ratios = `${ratio(reference.seconds, work.seconds)} of its speed, ${ratio(reference.cpuMs, work.cpuMs)} by CPU`
  console.log(`  ${work.title.padEnd(27)} ${speed} ${work.seconds.toFixed(1).padStart(7)} s  ${ratios}`)
}

type Release = { target: Target; gazetteer: Gazetteer; release: string; catalog: BigCatalog; changedEvery?: number }

const importRelease = ({ target, gazetteer, release, catalog, changedEvery }: Release) =>
  importPlaces(
    { db: target.bulk, gazetteer, clock: { now: () => new Date('2026-06-21T00:00:00Z') } },
    { source: 'overture', release, places: placesOf(catalog, changedEvery) },
  )

export function* placesOf(catalog: BigCatalog, changedEvery = Infinity): Generator<CatalogPlace> {
  for (let i = 0; i < catalog.count; i++) {
    const categories = [catalog.category[i] ?? 0, catalog.secondCategory[i] ?? 0].filter(id => id > 0)
    const hasWebsite = catalog.hasWebsite[i] === 1
    yield {
      sourceId: `gers-${i}`,
      name: i % changedEvery === 1 ? `Changed Number ${i}` : `Business Number ${i}`,
      phone: catalog.phone[i] ?? null,
      website: hasWebsite ? `https://business-${i}.example` : null,
      domain: hasWebsite ? `business-${i}.example` : null,
      email: null,
      socials: [],
      street: `${i % 9999} Main Street`,
      city: 'Springfield',
      state: catalog.state[i] ?? null,
      zip: String(10_000 + (i % 90_000)),
      lat: catalog.lat[i] ?? 0,
      lon: catalog.lon[i] ?? 0,
      categories: categories.map(id => `category_${id}`),
      rating: null,
      reviewCount: null,
      quality: catalog.quality[i] ?? 0,
      scoreLines: [],
      license: 'CDLA-Permissive-2.0',
      confirmedOn: '2026-04-01',
    }
  }
}

const COPIED_ROWS = 1000
const columns = `dataset_id, source_id, release, content_hash, name_sort, name_order, name, phone, website, domain, email,
  socials, street, city, state, zip, lat, lon, cell, category_ids, rating, review_count, quality, score_lines, flags, license, confirmed_on`

async function loadBarely(db: Db, catalog: BigCatalog): Promise<void> {
  const indexes = await db.query<{ name: string; definition: string }>(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
     WHERE tablename IN ('place', 'place_category') AND indexname NOT LIKE '%key' AND indexname NOT LIKE '%pkey'`,
  )
  for (const { name } of indexes) await db.query(`DROP INDEX ${name}`)
  await createStaging(db)
  let lines: string[] = []
  let row = 0
  for (const place of placesOf(catalog)) {
    const categoryIds = place.categories.map(key => Number(key.slice('category_'.length)))
    const numbers = { row: ++row, file: 0, fileRow: row }
    lines.push(
      placeLine({
        ...numbers,
        place,
        categoryIds,
        datasetId: 1,
        release: 'bare',
        isSample: false,
        hasSeparateLicense: false,
      }),
    )
    if (lines.length < COPIED_ROWS) continue
    await copyToStage(db, lines)
    lines = []
  }
  await copyToStage(db, lines)
  await db.query(`INSERT INTO place (${columns}) SELECT ${columns} FROM import_stage ORDER BY cell`)
  await db.query(`
    INSERT INTO place_category (category_id, state, lat, lon, place_id, relevance, rating, name_order, phone, flags)
    SELECT c.id, p.state, p.lat, p.lon, p.id, p.quality, 0, p.name_order, coalesce(p.phone, 0), p.flags
    FROM place p, unnest(p.category_ids) AS c (id) ORDER BY c.id, p.cell`)
  for (const { definition } of indexes) await db.query(definition)
  for (const table of ['place', 'place_category']) await db.query(`VACUUM ANALYZE ${table}`)
  await dropStaging(db)
}
