import { existsSync } from 'node:fs'
import path from 'node:path'
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { distanceMiles, loadGazetteer, usBorders } from '#geography/index.ts'
import { type ComparedPlace, comparePlaces } from '#server/catalog/merge/compare-places.ts'
import { houseOf } from '#server/catalog/merge/house.rules.ts'
import { coreName } from '#server/catalog/merge/name-parts.ts'
import { normalizedRows, type PlaceBatch } from '#server/catalog/normalize/row-stream.ts'
import type { CatalogPlace } from '#server/catalog/place/place-facts.ts'
import { openSourceFile } from '#server/catalog/readers/source-file.ts'
import { belongsToHeldOut, shareWithInterval } from './support/held-out.ts'
import { randomOf } from './support/random.ts'

const folder = path.resolve(import.meta.dirname, '../../shared/data')
const files = ['overture-boulder-co-2026-04/places.parquet', 'overture-us-sample-2025-02/project_c_samples.parquet']
const pairsFile = path.join(folder, 'labelled-pairs/pairs.parquet')
const NEAR_MILES = 0.1864

type Labeled = { a: ComparedPlace; b: ComparedPlace; isSame: boolean }

/**
 * Precision and recall of merging. Pairs labeled by people: half of them are held out. Real rows: neighbors with the same phone, street address, or name, both with their
 * own website. If they have the same domain, and no third row has it, they count as one business. Synthetic rows: each
 * real row compared with itself as an operator's list would spell it, and with its neighbors spelled that way.
 */
export async function run(): Promise<void> {
  const places: CatalogPlace[] = []
  for (const file of files.map(name => path.join(folder, name)).filter(name => existsSync(name)))
    places.push(...(await read(file)))
  if (places.length === 0) return console.log(`No real files in ${folder}`)
  const rows = places.map((place, id) => Object.assign(place, { id }))
  const pairs = await labeledByPeople()
  print(
    'pairs labeled by people, for tuning',
    pairs.filter(pair => !pair.isHeldOut),
  )
  print(
    'pairs labeled by people, held out',
    pairs.filter(pair => pair.isHeldOut),
  )
  print('real neighbors, labeled by domain', labeledByDomain(rows))
  print('real rows, spelled as in a list', labeledBySpelling(rows))
}

const read = async (file: string): Promise<CatalogPlace[]> => (await batchesOf(file)).flatMap(batch => batch.places)

async function batchesOf(file: string): Promise<PlaceBatch[]> {
  const source = await openSourceFile(file)
  const context = {
    gazetteer: await loadGazetteer(),
    borders: usBorders,
    source: 'overture' as const,
    asOf: '2026-05-01',
    license: '',
  }
  const batches = await Array.fromAsync(normalizedRows(await source.read(), context))
  await source.close()
  return batches
}

type Label = { n: bigint | number; same: bigint | number }

async function labeledByPeople(): Promise<(Labeled & { isHeldOut: boolean })[]> {
  if (!existsSync(pairsFile)) return []
  const file = await asyncBufferFromFile(pairsFile)
  const labels = (await parquetReadObjects({ file, compressors, columns: ['n', 'same'] })) as Label[]
  const rows = (await batchesOf(pairsFile)).flatMap(batch =>
    batch.places.map((place, index) => ({ place, label: labels[(batch.rows[index] ?? 0) - 1] })),
  )
  return [...Map.groupBy(rows, ({ label }) => String(label?.n)).entries()].flatMap(([n, [a, b]]) =>
    a === undefined || b === undefined
      ? []
      : {
          a: { ...a.place, id: 1 },
          b: { ...b.place, id: 2 },
          isSame: Number(a.label?.same) === 1,
          isHeldOut: belongsToHeldOut(n),
        },
  )
}

type Row = CatalogPlace & { id: number }

/** Pairs of nearby rows with the same phone, street address, or name. */
function candidates(rows: readonly Row[]): [Row, Row][] {
  const pairs = new Map<string, [Row, Row]>()
  const keysOf = (row: Row) => [
    `p${row.phone ?? row.id}`,
    `h${houseOf(row.street) ?? row.id}`,
    `n${coreName(row.name)}`,
  ]
  const groups = new Map<string, Row[]>()
  for (const row of rows) for (const key of keysOf(row)) groups.set(key, [...(groups.get(key) ?? []), row])
  for (const group of groups.values())
    for (const [index, a] of group.entries())
      for (const b of group.slice(index + 1))
        if (distanceMiles(a, b) <= NEAR_MILES) pairs.set(`${a.id}-${b.id}`, [a, b])
  return [...pairs.values()]
}

// A domain with more rows is that of a university or a group of clinics, whose parts are separate businesses.
const ROWS_OF_A_DOMAIN = 2

function labeledByDomain(rows: readonly Row[]): Labeled[] {
  const counts = new Map<string | null, number>()
  for (const { domain } of rows) counts.set(domain, (counts.get(domain) ?? 0) + 1)
  const isOwn = ({ domain }: Row) => domain !== null && (counts.get(domain) ?? 0) <= ROWS_OF_A_DOMAIN
  return candidates(rows)
    .filter(([a, b]) => isOwn(a) && isOwn(b))
    .map(([a, b]) => ({ a, b, isSame: a.domain === b.domain }))
}

function labeledBySpelling(rows: readonly Row[]): Labeled[] {
  const random = randomOf(3)
  const respelt = new Map(rows.map(row => [row.id, asListed(row, random)]))
  const same = rows.map(row => ({ a: row, b: respelt.get(row.id) ?? row, isSame: true }))
  const others = candidates(rows)
    .filter(([a, b]) => a.domain !== null && b.domain !== null && a.domain !== b.domain)
    .map(([a, b]) => ({ a, b: respelt.get(b.id) ?? b, isSame: false }))
  return [...same, ...others]
}

/**
 * The name with a different ending or without its last word, sometimes only the position of the ZIP, and some facts
 * missing.
 */
function asListed(row: Row, random: () => number): ComparedPlace {
  const words = row.name.split(' ')
  const endings = [row.name, `${row.name} LLC`, `The ${row.name}`, row.name.toUpperCase(), words.slice(0, -1).join(' ')]
  const name = endings[Math.floor(random() * endings.length)]
  return {
    ...row,
    name: name === undefined || name === '' ? row.name : name,
    phone: random() < 0.85 ? row.phone : null,
    street:
      random() < 0.9 ? (row.street?.replace(/\bStreet\b|\bSt\b/, 'St.').replace(/\bAvenue\b/, 'Ave') ?? null) : null,
    lat: row.lat + (random() - 0.5) * 0.002,
  }
}

function print(title: string, pairs: readonly Labeled[]): void {
  const ways = {
    'our rules': ({ a, b }: Labeled) => comparePlaces(a, b) === 'same',
    'or marked as possible': ({ a, b }: Labeled) => comparePlaces(a, b) !== 'different',
    'equal phone alone': ({ a, b }: Labeled) => a.phone !== null && a.phone === b.phone,
  }
  console.log(`${title}: ${pairs.length} pairs, ${pairs.filter(({ isSame }) => isSame).length} of one business`)
  for (const [name, isTaken] of Object.entries(ways)) {
    const taken = pairs.filter(isTaken)
    const right = taken.filter(({ isSame }) => isSame).length
    const all = pairs.filter(({ isSame }) => isSame).length
    console.log(
      `  ${name.padEnd(21)} precision ${shareWithInterval(right, taken.length)}  recall ${shareWithInterval(right, all)}`,
    )
  }
}
