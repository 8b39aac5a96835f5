import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { loadGazetteer, usBorders } from '#geography/index.ts'
import { openSourceFile } from '#place-files/index.ts'
import { importFiles } from '#server/catalog/load/import.usecases.ts'
import { normalizedRows } from '#server/catalog/normalize/row-stream.ts'
import type { CatalogPlace } from '#server/catalog/place/place-facts.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { boulderFile, realFiles } from '#tests/support/real-files.ts'
import { asListed, asOsmNode, listFile } from './support/derived-rows.ts'
import { randomOf } from './support/random.ts'

const gazetteer = await loadGazetteer()
const clock = { now: () => new Date('2026-05-01T00:00:00Z') }

type Files = {
  names: string[]
  /** The original row of each derived row. */
  derivedFrom: Map<string, string>
  /** Rows of the first of two lists. */
  first: ReadonlySet<string>
}
const facts = ['phone', 'domain', 'email'] as const
type Fact = (typeof facts)[number]
type Stored = {
  id: number
  sourceId: string
  head: number
  isOffered: boolean
  isMarked: boolean
  /** What the lead has, and what the row itself has. */
  merged: Record<Fact, unknown>
  own: Record<Fact, unknown>
}

/**
 * Leads that are listed twice if two sources list the same businesses, counted by how the rows were made and not by how
 * they are compared. Boulder: Overture's rows as two lists, by provider, and an OpenStreetMap file of half of them, in
 * other words. Boise: OpenStreetMap's own rows, and a list of six in ten of them. Three drawings each; the rules were
 * tuned with the first.
 */
export async function run(): Promise<void> {
  for (const [town, write] of [
    ['Boulder', writeBoulder],
    ['Boise', writeBoise],
  ] as const)
    for (const seed of [1, 2, 3]) {
      const folder = await mkdtemp(path.join(tmpdir(), 'leadline-duplicates-'))
      const files = await write(folder, randomOf(seed))
      report(`${town}, ${seed}`, files, await importedRows(folder, files))
      await rm(folder, { recursive: true })
    }
}

const isMeta = ({ origin }: CatalogPlace): boolean => origin?.toLowerCase() === 'meta'

async function writeBoulder(folder: string, random: () => number): Promise<Files> {
  const places = await readPlaces(boulderFile)
  await writeFile(path.join(folder, 'meta.csv'), listFile(places.filter(isMeta)))
  await writeFile(path.join(folder, 'others.csv'), listFile(places.filter(place => !isMeta(place))))
  const chosen = places.flatMap((place, index) => (random() < 0.5 ? [{ place, id: index + 1 }] : []))
  const elements = chosen.map(({ place, id }) => asOsmNode(place, id, random))
  const osm = { generator: 'Overpass API', osm3s: { timestamp_osm_base: '2026-04-20T00:00:00Z' }, elements }
  await writeFile(path.join(folder, 'osm.json'), JSON.stringify(osm))
  return {
    names: ['meta.csv', 'others.csv', 'osm.json'],
    derivedFrom: new Map(chosen.map(({ place, id }) => [`node/${id}`, place.sourceId])),
    first: new Set(places.filter(place => isMeta(place)).map(({ sourceId }) => sourceId)),
  }
}

async function writeBoise(folder: string, random: () => number): Promise<Files> {
  await copyFile(realFiles.boise, path.join(folder, 'boise.geojson'))
  const chosen = (await readPlaces(realFiles.boise)).filter(() => random() < 0.6)
  const listed = chosen.map((place, index) => asListed(place, `listed-${index}`, random))
  await writeFile(path.join(folder, 'list.csv'), listFile(listed))
  return {
    names: ['boise.geojson', 'list.csv'],
    derivedFrom: new Map(chosen.map((place, index) => [`listed-${index}`, place.sourceId])),
    first: new Set(chosen.map((_, index) => `listed-${index}`)),
  }
}

async function readPlaces(file: string): Promise<CatalogPlace[]> {
  const source = await openSourceFile(file)
  const rows = normalizedRows(await source.read(), {
    gazetteer,
    borders: usBorders,
    source: 'overture',
    asOf: '2026-05-01',
    license: '',
  })
  const places = (await Array.fromAsync(rows)).flatMap(batch => batch.places)
  await source.close()
  return places
}

async function importedRows(folder: string, { names }: Files): Promise<Stored[]> {
  const db = await openDatabase({ dataDir: path.join(folder, 'database') })
  await migrate(db)
  for (const name of names) await importFiles({ db, gazetteer, clock }, { files: [path.join(folder, name)] })
  const rows = await db.query<Stored>(`
    SELECT id, source_id AS "sourceId", coalesce(merged_into, id) AS head, is_offered AS "isOffered",
      possible_duplicate_of IS NOT NULL AS "isMarked",
      jsonb_build_object(${facts.map(fact => `'${fact}', ${fact}`).join(', ')}) AS merged,
      coalesce(own, jsonb_build_object(${facts.map(fact => `'${fact}', ${fact}`).join(', ')})) AS own
    FROM place ORDER BY id`)
  await db.close()
  return rows
}

function report(title: string, { derivedFrom, first }: Files, rows: readonly Stored[]): void {
  const rowOf = new Map(rows.map(row => [row.sourceId, row]))
  const offered = rows.filter(({ isOffered }) => isOffered)
  const leads = offered.length
  const apart = [...derivedFrom].flatMap(([derived, original]) => {
    const [row, other] = [rowOf.get(derived), rowOf.get(original)]
    return row === undefined || other === undefined || row.head === other.head ? [] : [{ row, other }]
  })
  const twice = apart.filter(({ row }) => row.isOffered)
  const marked = twice.filter(({ row, other }) => row.isMarked || other.isMarked)
  const perThousand = (count: number) => ((1000 * count) / leads).toFixed(1)
  console.log(
    `${title}: ${leads} leads of ${rows.length} rows; listed twice per 1,000 leads: ${perThousand(twice.length)}, of them marked as possible: ${perThousand(marked.length)}; merged into another business: ${apart.length - twice.length}`,
  )
  const mergedOf = new Map(offered.map(({ id, merged }) => [id, merged]))
  const ofFirst = rows.filter(({ sourceId }) => first.has(sourceId))
  const gained = facts.map(fact => {
    const count = ofFirst.filter(({ own, head }) => own[fact] === null && (mergedOf.get(head)?.[fact] ?? null) !== null)
    return `${fact} ${count.length}`
  })
  console.log(`  rows of the first list whose lead has a fact that they lack: ${gained.join(', ')}`)
}
