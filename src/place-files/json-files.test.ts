import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { importFiles } from '#server/catalog/load/import.usecases.ts'
import type { Db } from '#server/platform/database/db.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { emptyCatalog, inBoulder, testDeps } from '#tests/support/imports.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'json-files-test-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const write = async (name: string, content: string): Promise<string> => {
  const file = join(folder, name)
  await writeFile(file, content)
  return file
}
const linesOf = (objects: object[]) => objects.map(object => JSON.stringify(object)).join('\n')

const overtureFeature = (id: string, packed: boolean) => {
  const nested = {
    names: { primary: 'Spruce Plumbing' },
    categories: { primary: 'plumbing', alternate: [] },
    brand: { names: { primary: 'Spruce' } },
    phones: ['+13034400002'],
    addresses: [{ freeform: '1111 Spruce St', locality: 'Boulder', region: 'CO', postcode: '80302', country: 'US' }],
    sources: [{ dataset: 'meta', update_time: '2026-03-01T00:00:00.000Z' }],
  }
  const texts = Object.fromEntries(Object.entries(nested).map(([name, value]) => [name, JSON.stringify(value)]))
  const geometry = { type: 'Point', coordinates: [inBoulder.lon, inBoulder.lat] }
  return {
    type: 'Feature',
    id,
    geometry,
    properties: { confidence: 0.9, sign: 'a 12" {', ...(packed ? { ...texts, names: nested.names } : nested) },
  }
}

const cafe = {
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [inBoulder.lon, inBoulder.lat] },
  properties: { '@id': 'node/1', name: 'Spruce Cafe', amenity: 'cafe' },
}

describeOnPostgres('a JSON file', open => {
  let db: Db
  beforeAll(async () => {
    db = await open()
  })
  beforeEach(() => emptyCatalog(db))

  const firstPlace = async () => {
    const [place] = await db.query(`
      SELECT p.source_id, p.name, p.phone, p.street, p.zip, p.brand, k.key
      FROM place p JOIN category k ON k.id = p.category_ids[1] ORDER BY p.id LIMIT 1`)
    return place
  }

  test.each([
    ['a GeoJSON file', JSON.stringify({ type: 'FeatureCollection', features: [overtureFeature('o1', false)] })],
    ['a sequence of GeoJSON features', `${JSON.stringify(overtureFeature('o1', false))}\n`],
    ['a sequence of GeoJSON features with separators', `\u001E${JSON.stringify(overtureFeature('o1', false))}\n`],
    [
      'a GeoJSON file with nested values as texts',
      JSON.stringify({ type: 'FeatureCollection', features: [overtureFeature('o1', true)] }),
    ],
  ])('%s of Overture gives its places', async (_, content) => {
    const [summary] = await importFiles(testDeps(db), { files: [await write('overture.geojson', content)] })
    expect(summary).toMatchObject({ source: 'overture', release: '2026-03-01', counts: { read: 1, added: 1 } })
    expect(await firstPlace()).toMatchObject({
      source_id: 'o1',
      name: 'Spruce Plumbing',
      phone: 13_034_400_002,
      street: '1111 Spruce St',
      zip: '80302',
      brand: 'Spruce',
      key: 'plumbing',
    })
  })

  test('the basic category of an Overture place counts only if there is no other', async () => {
    const { properties, ...feature } = overtureFeature('o1', false)
    const basic = {
      ...properties,
      names: { primary: 'Spruce' },
      basic_category: 'bakery',
      taxonomy: null,
      categories: null,
    }
    const files = [await write('basic.geojson', JSON.stringify({ features: [{ ...feature, properties: basic }] }))]
    await importFiles(testDeps(db), { files })
    expect((await firstPlace())?.key).toBe('bakery')
    const specific = { ...basic, taxonomy: { primary: 'florist', hierarchy: ['florist'], alternates: null } }
    await write('basic.geojson', JSON.stringify({ features: [{ ...feature, properties: specific }] }))
    await importFiles(testDeps(db), { files, release: '2026-04-01' })
    expect(await firstPlace()).toMatchObject({ key: 'florist' })
    expect(await db.query('SELECT cardinality(category_ids) AS count FROM place')).toEqual([{ count: 1 }])
  })

  const listed = [
    { title: 'Flatiron Dental', location: { ...inBoulder }, categoryName: 'Dentist', phone: '(303) 440-0001' },
    {
      title: 'Spruce Dental',
      location: { ...inBoulder },
      categoryName: 'Dentist',
      website: 'https://bit.ly/spruce',
      rank: 2,
    },
  ]
  test.each([
    ['an array', JSON.stringify(listed, null, 2)],
    ['lines', listed.map(row => JSON.stringify(row)).join('\n')],
  ])('a list in JSON, as %s, gives its businesses', async (_, content) => {
    const [summary] = await importFiles(testDeps(db), { files: [await write('export.json', content)] })
    expect(summary).toMatchObject({
      source: 'csv',
      list: 'export',
      counts: { read: 2, added: 2 },
      unusedColumns: ['rank'],
    })
    expect(await firstPlace()).toMatchObject({ name: 'Flatiron Dental', phone: 13_034_400_001, key: 'dentist' })
  })

  test('a list of one line gives its business', async () => {
    const [summary] = await importFiles(testDeps(db), { files: [await write('one.json', JSON.stringify(listed[0]))] })
    expect(summary).toMatchObject({ source: 'csv', list: 'one', counts: { read: 1, added: 1 } })
  })

  test.each([
    ['a sequence', linesOf([cafe, cafe])],
    ['an array', JSON.stringify([cafe, cafe])],
  ])('with features of OpenStreetMap as %s gives its businesses', async (_, content) => {
    const files = [await write('osm.json', content)]
    const [summary] = await importFiles(testDeps(db), { files, release: '2026-04-01' })
    expect(summary).toMatchObject({ source: 'osm', counts: { read: 2, merged: 1, added: 1 } })
    expect(await firstPlace()).toMatchObject({ source_id: 'node/1', name: 'Spruce Cafe', key: 'cafe' })
  })

  test('with far too many keys is refused, and values nested too deeply are left out', async () => {
    const rows = Array.from({ length: 3 }, (__, row) =>
      Object.fromEntries([['name', 'Ann'], ...Array.from({ length: 4000 }, (___, key) => [`k${row}-${key}`, 1])]),
    )
    const many = await write('many.json', JSON.stringify(rows))
    await expect(importFiles(testDeps(db), { files: [many] })).rejects.toThrow('too many different keys')
    const nested = (levels: number) => {
      const more = `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
      return write(`${levels}.json`, `[{"name":"Ann","zip":"80302","type":"Plumber","more":${more}}]`)
    }
    const [summary] = await importFiles(testDeps(db), { files: [await nested(90)] })
    expect(summary).toMatchObject({ counts: { added: 1 }, unusedColumns: [] })
    const deepest = importFiles(testDeps(db), { files: [await nested(100_000)] })
    await expect(deepest).rejects.toThrow('cannot be read as JSON: {"name":"Ann"')
  })
})
