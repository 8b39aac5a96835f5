import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ObjectScanner } from '#place-files/index.ts'
import { placesStatus } from '#server/catalog/load/drop-places.usecases.ts'
import { importFiles } from '#server/catalog/load/import.usecases.ts'
import type { Db } from '#server/platform/database/db.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import {
  emptyCatalog,
  inBoulder,
  offeredNames,
  testDeps,
  versionOf,
  writeCsv,
  writeOverture,
} from '#tests/support/imports.ts'

const tags = {
  name: 'Flatiron Dental',
  amenity: 'dentist',
  'addr:housenumber': '1400',
  'addr:street': 'Pearl Street',
  'addr:city': 'Boulder',
  'addr:state': 'CO',
  'addr:postcode': '80302',
  phone: '+1 303-440-0001;+1 303-440-0009',
  'contact:website': 'flatirondental.example',
  'contact:facebook': 'flatirondental',
  brand: 'Perfect Teeth;Teeth Inc',
}
const overpass = {
  version: 0.6,
  osm3s: { timestamp_osm_base: '2025-11-29T04:35:58Z' },
  elements: [
    { type: 'way', id: 1, center: inBoulder, tags },
    { type: 'node', id: 2, ...inBoulder, tags: { name: 'A "quoted" {mural}', tourism: 'artwork' } },
    { type: 'node', id: 3, ...inBoulder, tags: { shop: 'bicycle' } },
    { type: 'node', id: 4, ...inBoulder, tags: { name: 'Pizza \\ "Pie"', amenity: 'restaurant', cuisine: 'pizza' } },
  ],
}
const geojson = {
  type: 'FeatureCollection',
  timestamp: '2025-11-29T04:35:58Z',
  features: overpass.elements.map(({ type, id, tags: properties }) => ({
    type: 'Feature',
    properties: { ...properties, '@id': `${type}/${id}` },
    geometry: { type: 'Point', coordinates: [inBoulder.lon, inBoulder.lat] },
  })),
}
const foursquare = {
  fsq_place_id: 'fsq1',
  name: 'Spruce Plumbing',
  latitude: inBoulder.lat,
  longitude: inBoulder.lon,
  address: '1111 Spruce St',
  locality: 'Boulder',
  region: 'CO',
  postcode: '80302',
  country: 'US',
  tel: '(303) 440-0002',
  website: 'http://spruceplumbing.example',
  email: 'office@spruceplumbing.example',
  date_closed: null,
  date_refreshed: '2025-06-01',
}
const path = 'Business and Professional Services > Home Improvement Service > Plumber'

const storeOf = (id: string, properties: object, geometry: object | null = null) => ({
  type: 'Feature',
  id,
  properties: { '@spider': 'acme_us', brand: 'Acme', shop: 'bakery', ...properties },
  geometry,
})

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sources-test-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const write = async (name: string, content: string | Uint8Array): Promise<string> => {
  const file = join(folder, name)
  await writeFile(file, content)
  return file
}
const writeFoursquare = (name: string): Promise<string> => {
  const rows = [foursquare, { ...foursquare, fsq_place_id: 'fsq2', name: 'Gone', date_closed: '2024-02-02' }]
  const columns = Object.keys(foursquare) as (keyof typeof foursquare)[]
  const buffer = parquetWriteBuffer({
    columnData: [
      ...columns.map(column => ({ name: column, data: rows.map(row => row[column]), nullable: true })),
      { name: 'fsq_category_labels', data: rows.map(() => path), nullable: true },
    ],
  })
  return write(name, new Uint8Array(buffer))
}

/** Lines of a report without place ids. */
const linesOf = async (file: string) =>
  (await readFile(file, 'utf8'))
    .trim()
    .split('\r\n')
    .map(line => line.split(',').slice(0, 5).join(','))

describeOnBothDatabases('files of several sources', open => {
  let db: Db
  beforeAll(async () => {
    db = await open()
  })
  beforeEach(() => emptyCatalog(db))

  const firstPlace = async () => {
    const [place] = await db.query(`
      SELECT p.source_id, p.name, p.phone, p.website, p.street, p.city, p.zip, p.socials, p.license, p.confirmed_on, p.brand,
        k.key, d.source FROM place p JOIN category k ON k.id = p.category_ids[1] JOIN dataset d ON d.id = p.dataset_id
      ORDER BY p.id LIMIT 1`)
    return place
  }

  test.each([
    ['an Overpass answer', 'answer.json', JSON.stringify(overpass)],
    ['a GeoJSON file', 'export.geojson', JSON.stringify(geojson, null, 2)],
    ['an Overpass answer, compressed', 'answer.json.gz', gzipSync(JSON.stringify(overpass))],
  ])("%s of OpenStreetMap gives its businesses, with OpenStreetMap's license", async (_, name, content) => {
    const [summary] = await importFiles(testDeps(db), { files: [await write(name, content)] })
    expect(summary).toMatchObject({
      source: 'osm',
      release: '2025-11-29',
      counts: { read: 4, added: 2, rejected: 2 },
      rejectedByReason: { noName: 1, notBusiness: 1 },
    })
    expect(await firstPlace()).toEqual({
      source: 'osm',
      source_id: 'way/1',
      name: 'Flatiron Dental',
      phone: 13_034_400_001,
      website: 'http://flatirondental.example',
      street: '1400 Pearl Street',
      city: 'Boulder',
      zip: '80302',
      socials: ['https://facebook.com/flatirondental'],
      license: 'ODbL-1.0',
      confirmed_on: null,
      brand: 'Perfect Teeth',
      key: 'dentist',
    })
    const again = await importFiles(testDeps(db), { files: [await write(name, content)] })
    expect(again[0]).toMatchObject({ hasChanged: false, counts: { unchanged: 2 } })
  })

  test('AllThePlaces is a list for each chain, with its own license, tags, and names', async () => {
    const point = { type: 'Point', coordinates: [inBoulder.lon, inBoulder.lat] }
    const store = { 'addr:street_address': '2800 Iris Ave', 'addr:postcode': '80302', 'addr:country': 'US' }
    const features = [storeOf('h1', store, point), storeOf('h2', { ...store, end_date: 'yes' }), storeOf('h3', store)]
    const attributes = { '@spider': 'acme_us', 'spider:collection_time': '2026-04-05T01:02:03' }
    const fileOf = (dataset_attributes: object) =>
      write('acme_us.geojson', JSON.stringify({ type: 'FeatureCollection', dataset_attributes, features }))
    const [summary] = await importFiles(testDeps(db), { files: [await fileOf(attributes)] })
    expect(summary).toMatchObject({
      source: 'alltheplaces',
      list: 'acme_us',
      release: '2026-04-05',
      counts: { added: 2 },
      rejectedByReason: { closed: 1 },
    })
    expect(await firstPlace()).toMatchObject({
      source: 'alltheplaces',
      name: 'Acme',
      street: '2800 Iris Ave',
      license: 'CC0-1.0',
      key: 'bakery',
    })
    await importFiles(testDeps(db), { files: [await fileOf({ ...attributes, license: 'CC-BY-4.0' })] })
    expect((await firstPlace())?.license).toBe('CC-BY-4.0')
  })

  test('an incomplete answer is rejected and does not change the catalog', async () => {
    const file = await write('cut.json', JSON.stringify(overpass).slice(0, -30))
    await expect(importFiles(testDeps(db), { files: [file] })).rejects.toThrow('ends too early')
    const other = await write('other.json', '{"hello": [{"a": 1}]}')
    await expect(importFiles(testDeps(db), { files: [other], release: '2026-01-01' })).rejects.toThrow('neither')
    expect(await versionOf(db)).toBe(0)
  })

  test('Foursquare OS Places are read the same from Parquet and CSV', async () => {
    const parquet = await writeFoursquare('fsq.parquet')
    const [first] = await importFiles(testDeps(db), { files: [parquet] })
    expect(first).toMatchObject({ source: 'foursquare', release: '2025-06-01', counts: { added: 1, rejected: 1 } })
    const place = await firstPlace()
    expect(place).toMatchObject({ key: 'plumber', license: 'Apache-2.0', confirmed_on: '2025-06-01' })
    const header = [...Object.keys(foursquare), 'fsq_category_labels']
    const values = [...Object.values(foursquare), `["${path}"]`.replaceAll('"', '""')]
    const lines = [header.join(','), values.map(value => (value === null ? '' : `"${value}"`)).join(',')]
    const [second] = await importFiles(testDeps(db), { files: [await writeCsv(folder, 'fsq.csv', lines)] })
    expect(second).toMatchObject({ source: 'foursquare', counts: { unchanged: 1 }, hasChanged: false })
    expect(await firstPlace()).toEqual(place)
  })

  test('Foursquare’s open reports leave a place out', async () => {
    const flags = ['[closed]', '["not_closed"]', '[duplicate, privatevenue]', '{doesnt_exist}', '']
    const rows = flags.map(
      (flag, row) => `f${row},Ann ${row},${inBoulder.lat},${inBoulder.lon},2025-06-01,"${flag.replaceAll('"', '""')}"`,
    )
    const header = 'fsq_place_id,name,latitude,longitude,date_refreshed,unresolved_flags'
    const [summary] = await importFiles(testDeps(db), {
      files: [await writeCsv(folder, 'flags.csv', [header, ...rows])],
    })
    expect(summary).toMatchObject({ source: 'foursquare', rejectedByReason: { closed: 1, reported: 2 } })
    const kept = await db.query<{ name: string }>('SELECT name FROM place ORDER BY name')
    expect(kept.map(({ name }) => name)).toEqual(['Ann 1', 'Ann 4'])
  })

  test('files of all kinds are imported with one command, each as its own source', async () => {
    const files = [
      await writeOverture(folder, 'o.parquet', [{ id: 'ann', name: 'Ann Plumbing', ...inBoulder }]),
      await write('o.json', JSON.stringify(overpass)),
      await writeFoursquare('f.parquet'),
      await writeCsv(folder, 'mine.csv', ['name,zip', 'Mine,80302']),
    ]
    const summaries = await importFiles(testDeps(db), { files })
    expect(summaries.map(({ source, counts }) => [source, counts.added])).toEqual([
      ['overture', 1],
      ['osm', 2],
      ['foursquare', 1],
      ['csv', 1],
    ])
    expect((await placesStatus(db)).map(({ source }) => source)).toEqual(['csv', 'foursquare', 'osm', 'overture'])
  })

  test('a list with unknown header names is read with a mapping', async () => {
    const file = await writeCsv(folder, 'german.csv', ['Firma;Rufnummer;PLZ', 'Ann Plumbing;303-440-0001;80302'])
    await expect(importFiles(testDeps(db), { files: [file] })).rejects.toThrow('--map "name=Firma"')
    const mapping = { name: 'firma', phone: 'Rufnummer', zip: '3' }
    const [summary] = await importFiles(testDeps(db), { files: [file], mapping })
    expect(summary?.counts.added).toBe(1)
    const [row] = await db.query('SELECT name, phone, zip FROM place')
    expect(row).toEqual({ name: 'Ann Plumbing', phone: 13_034_400_001, zip: '80302' })
    const wrongs: Record<string, string>[] = [{ nome: 'Firma' }, { name: 'Nome' }, { name: '9' }]
    for (const wrong of wrongs)
      await expect(importFiles(testDeps(db), { files: [file], mapping: wrong })).rejects.toThrow(
        /not a field|no column/,
      )
  })

  test('a title with commas above an unclear header is skipped, also with a mapping', async () => {
    const lines = ['Members, exported on 11/30/2026', '', 'Betrieb;Rufnummer;Postal', 'Ann Plumbing;303-440-0001;80302']
    const file = await writeCsv(folder, 'titled.csv', lines)
    await expect(importFiles(testDeps(db), { files: [file] })).rejects.toThrow('--map "name=Betrieb"')
    const mapping = { name: 'Betrieb', phone: 'Rufnummer', zip: 'Postal' }
    await importFiles(testDeps(db), { files: [file], mapping })
    expect(await db.query('SELECT name, phone FROM place')).toEqual([{ name: 'Ann Plumbing', phone: 13_034_400_001 }])
  })

  test('the outcome of each row is in one report for all lists', async () => {
    const reportPath = join(folder, 'report.csv')
    const rejectsPath = join(folder, 'rejects.csv')
    const first = await writeCsv(folder, 'a.csv', ['name,address,zip', 'Ann,1 Main St,80302', ',1 Main St,80302'])
    const second = await writeCsv(folder, 'b.csv', ['name,zip', 'Bob,80302', 'Bob,80302', ',80302'])
    await importFiles(testDeps(db), { files: [first], listName: 'a' })
    await writeCsv(folder, 'a.csv', ['name,address,zip', 'Ann,1 Main St.,80302', ',1 Main St,80302'])
    await importFiles(testDeps(db), { files: [first, second], reportPath, rejectsPath })
    expect(await linesOf(reportPath)).toEqual([
      'file,row,outcome,reason,name',
      'a.csv,2,rejected,The row has no business name,',
      'a.csv,1,changed,,Ann',
      'b.csv,3,rejected,The row has no business name,',
      'b.csv,1,merged,The same place as another row,Bob',
      'b.csv,2,added,,Bob',
    ])
    expect(await linesOf(rejectsPath)).toHaveLength(3)
    expect(await offeredNames(db)).toEqual([])
  })
})

test('objects are found whatever the chunk size', () => {
  const text = JSON.stringify(geojson)
  for (const size of [1, 2, 7, 50, 100_000]) {
    const scanner = new ObjectScanner('collection')
    const found: string[] = []
    for (let at = 0; at < text.length; at += size) found.push(...scanner.push(text.slice(at, at + size)))
    scanner.end()
    expect(found.map(object => JSON.parse(object) as unknown)).toEqual(geojson.features)
  }
})

test('an Overpass answer that ends with an error is rejected, whatever the chunk size', () => {
  const remark = 'runtime error: Query timed out after 25 seconds.'
  const broken = JSON.stringify({ elements: [{ id: 1, tags: { remark: 'runtime error' } }], remark })
  for (const size of [1, 7, 10_000]) {
    const scanner = new ObjectScanner('collection')
    const pieces = Array.from({ length: Math.ceil(broken.length / size) }, (_, n) =>
      broken.slice(n * size, (n + 1) * size),
    )
    expect(() => pieces.map(piece => scanner.push(piece))).toThrow('runtime error')
  }
  const whole = new ObjectScanner('collection')
  expect(whole.push(broken.replace(remark, 'fine'))).toHaveLength(1)
  expect(() => whole.end()).not.toThrow()
})
