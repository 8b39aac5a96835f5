import { describe, expect, test } from 'vitest'
import type { Box } from '#geography/index.ts'
import { type TestPlace, overtureFile } from '#tests/support/overture-file.ts'
import { openParquetPlaces } from './parquet-reader.ts'
import type { RawPlace } from './raw-place.ts'

const plumber: TestPlace = {
  id: 'a1',
  name: 'Flagstaff Plumbing',
  lat: 40.01845,
  lon: -105.281815,
  phones: ['+13035550100'],
  websites: ['https://flagstaffplumbing.example/'],
  emails: ['office@flagstaffplumbing.example'],
  socials: ['https://www.facebook.com/123'],
  street: '1111 Spruce St',
  alternates: ['water_heater_installation'],
}

async function rowsOf(buffer: ArrayBuffer, box?: Box): Promise<RawPlace[]> {
  const file = await openParquetPlaces(buffer)
  const rows: RawPlace[] = []
  for (const group of file.groups) for await (const batch of group.read(box)) rows.push(...batch)
  return rows
}

describe('a Parquet file of Overture places', () => {
  test('of the schema of 2026 gives every fact of a place', async () => {
    const [place] = await rowsOf(overtureFile([plumber]))
    expect(place).toMatchObject({
      row: 1,
      sourceId: 'a1',
      name: 'Flagstaff Plumbing',
      phones: ['+13035550100'],
      websites: ['https://flagstaffplumbing.example/'],
      emails: ['office@flagstaffplumbing.example'],
      street: '1111 Spruce St',
      city: 'Boulder',
      lat: 40.01845,
      lon: -105.281815,
      categories: ['plumbing', 'water_heater_installation'],
      hierarchy: ['services_and_business', 'home_service', 'plumbing'],
      confirmedOn: '2026-04-06',
      sourceCount: 1,
      license: 'CDLA-Permissive-2.0',
      status: 'open',
    })
  })

  test('of the older schema gives its categories, and ignores an email column of integers', async () => {
    const buffer = overtureFile([plumber, { ...plumber, open: 0 }], { schema: 2025 })
    const [place, closed] = await rowsOf(buffer)
    expect(place).toMatchObject({ emails: [], categories: ['plumbing', 'water_heater_installation'], hierarchy: [] })
    expect(closed?.status).toBe('closed')
  })

  test('without a bounding box takes positions from the geometry', async () => {
    const [place] = await rowsOf(overtureFile([plumber], { withoutBox: true }))
    expect(place).toMatchObject({ lat: 40.01845, lon: -105.281815 })
  })

  test('may have empty websites, missing lists, and an unknown status', async () => {
    const [place] = await rowsOf(
      overtureFile([{ ...plumber, websites: [''], emails: [null], phones: null, status: null }]),
    )
    expect(place).toMatchObject({ websites: [], emails: [], phones: [], status: 'open' })
  })

  test('gives the brand of a chain, although most rows have none', async () => {
    const rows = await rowsOf(
      overtureFile([plumber, { ...plumber, brand: 'Roto-Rooter' }, plumber], { rowGroupSize: 2 }),
    )
    expect(rows.map(({ brand }) => brand)).toEqual([null, 'Roto-Rooter', null])
  })

  test('distinguishes temporarily and permanently closed places', async () => {
    const rows = await rowsOf(
      overtureFile([
        { ...plumber, status: 'temporarily_closed' },
        { ...plumber, status: 'permanently_closed' },
      ]),
    )
    expect(rows.map(row => row.status)).toEqual(['temporarilyClosed', 'closed'])
  })

  test('gives only the rows of an area, each with its number in the file', async () => {
    const far = { ...plumber, name: 'Far Away', lat: 25.8, lon: -80.2 }
    const buffer = overtureFile([far, far, plumber, far], { rowGroupSize: 2 })
    const rows = await rowsOf(buffer, { south: 40, north: 41, west: -106, east: -105 })
    expect(rows.map(({ row, name }) => [row, name])).toEqual([[3, 'Flagstaff Plumbing']])
  })

  test('gives the date of its newest evidence', async () => {
    const buffer = overtureFile([plumber, { ...plumber, updated: '2026-04-07T10:00:15Z' }])
    expect(await (await openParquetPlaces(buffer)).newestEvidence()).toBe('2026-04-07')
  })
})

const shopsAt = (lat: number, lon: number, count: number): TestPlace[] =>
  Array.from({ length: count }, (_, n) => ({ id: `${lat} ${n}`, name: 'Shop', lat: lat + n / 1e6, lon }))
const boxAt = (lat: number, lon: number) => ({ south: lat, north: lat + 0.1, west: lon - 0.1, east: lon + 0.1 })

test('the positions in a row group are checked before it is read, and nothing is read twice', async () => {
  const file = overtureFile([...shopsAt(37, -111, 15_000), ...shopsAt(43, -96, 15_000)], { rowGroupSize: 30_000 })
  let asked: [number, number][] = []
  const buffer = {
    byteLength: file.byteLength,
    slice: async (start: number, end = file.byteLength) => {
      asked.push([start, end])
      return file.slice(start, end)
    },
  }
  const [group] = (await openParquetPlaces(buffer)).groups
  if (group === undefined) throw new Error('no row group')
  const bytesAsked = () => asked.reduce((sum, [start, end]) => sum + end - start, 0)
  asked = []
  expect(await group.hasRowIn([boxAt(40, -105), boxAt(41, -100)])).toBe(false)
  expect(bytesAsked()).toBeLessThan(group.bytes / 2)
  asked = []
  expect(await group.hasRowIn([boxAt(40, -105), boxAt(43, -96)])).toBe(true)
  let rows = 0
  for await (const batch of group.read()) rows += batch.length
  expect(rows).toBe(30_000)
  // A few bytes of other columns are between these columns.
  expect(bytesAsked()).toBeLessThan(group.bytes * 1.01)
  asked = []
  // The box is almost as large as the group, so the group must have a row in it.
  expect(await group.hasRowIn([{ south: 36, north: 42, west: -112, east: -95 }])).toBe(true)
  expect(asked).toEqual([])
})
