import { type AsyncBuffer, type FileMetaData, parquetMetadata, parquetReadObjects, parquetSchema } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { expect, test } from 'vitest'
import { inBoulder } from '#tests/support/imports.ts'
import { overtureFile, type TestPlace } from '#tests/support/overture-file.ts'
import { Page, pathsOf, rowsOfGroup } from './parquet-columns.ts'
import { getTreePath } from './parquet-internals.ts'

const links = (n: number) => Array.from({ length: n % 4 }, (_, link) => `https://shop${n}.com/${link}`)
const places = Array.from({ length: 3500 }, (_, n): TestPlace => ({
  name: n % 9 === 0 ? null : `Shop ${n}`,
  ...inBoulder,
  websites: n % 5 === 0 ? null : links(n),
  socials: links(n + 1),
  phones: n % 7 === 0 ? [] : [`+1303440${1000 + n}`],
  alternates: n % 3 === 0 ? ['a', 'b'] : [],
}))
const readAsWhole = async (file: AsyncBuffer, metadata: FileMetaData) =>
  parquetReadObjects({ file, metadata, compressors, utf8: false, geoparquet: false })

/** The value at a path. If the path leads through a list, the values of all its entries. A missing list is empty. */
function valueAt(value: unknown, [name, ...inner]: readonly string[], lists: ReadonlySet<string>, path = ''): unknown {
  if (lists.has(path)) {
    const entries = (value ?? []) as unknown[]
    return entries.map(entry => valueAt(entry, name === undefined ? [] : [name, ...inner], new Set(), path))
  }
  if (name === undefined) return value ?? null
  const next = path === '' ? name : `${path}.${name}`
  return valueAt((value as Record<string, unknown> | null)?.[name], inner, lists, next)
}
const lists = new Set([
  'websites',
  'socials',
  'phones',
  'emails',
  'addresses',
  'sources',
  'taxonomy.alternates',
  'taxonomy.hierarchy',
])

test.each([
  ['one page', {}],
  ['many pages', { pageSize: 900 }],
  ['pages in Zstandard', { pageSize: 900, isZstd: true }],
])('a row group of %s gives the same values in batches as with the public API', async (_, pages) => {
  const buffer = overtureFile(places, { rowGroupSize: 5000, ...pages })
  const metadata = parquetMetadata(buffer, { geoparquet: false })
  const [rowGroup] = metadata.row_groups
  if (rowGroup === undefined) throw new Error('no row group')
  const names = parquetSchema(metadata)
    .children.map(({ element }) => element.name)
    .filter(name => name !== 'brand')
    .concat('brand.names.primary')
  const batches = await Array.fromAsync(rowsOfGroup({ buffer, metadata, rowGroup, names }))
  expect(batches.map(rows => rows.length)).toEqual([...Array.from({ length: 17 }, () => 200), 100])
  const paths = [...pathsOf(metadata, names).values()]
  expect(paths).toContain('sources.record_id')
  const whole = await readAsWhole(buffer, metadata)
  const wanted = whole.map(row => Object.fromEntries(paths.map(path => [path, valueAt(row, path.split('.'), lists)])))
  expect(batches.flat()).toEqual(wanted)
})

test('rows outside the area are not built', async () => {
  const buffer = overtureFile(
    places.map((place, n) => Object.assign({}, place, { lat: n % 10 })),
    { rowGroupSize: 5000 },
  )
  const metadata = parquetMetadata(buffer, { geoparquet: false })
  const [rowGroup] = metadata.row_groups
  if (rowGroup === undefined) throw new Error('no row group')
  const near = rowsOfGroup({
    buffer,
    metadata,
    rowGroup,
    names: ['id', 'bbox'],
    position: { lat: 'bbox.ymin', lon: 'bbox.xmin' },
    isWanted: ({ lat }) => lat === 3,
  })
  const built = (await Array.fromAsync(near)).flat().flatMap((row, n) => (row === null ? [] : [[n, row.id]]))
  expect(built).toEqual(Array.from({ length: 350 }, (_, n) => [n * 10 + 3, `place-${n * 10 + 3}`]))
})

const isValue = (definition: number) => definition === 3
const rowsOf = (pages: Page[]) => {
  const rows: unknown[] = []
  for (const page of pages) page.moveTo(rows, 10)
  return rows
}

test('a row whose list continues on the next page is one row', () => {
  const metadata = parquetMetadata(overtureFile([{ name: 'Ann', ...inBoulder }]), { geoparquet: false })
  const path = getTreePath(parquetSchema(metadata), ['phones', 'list', 'element'])
  // ['a', 'b', 'c'], null, [], ['d', null]
  const definitions = [3, 3, 3, 0, 1, 3, 2]
  const repetitions = [0, 1, 1, 0, 0, 0, 1]
  const values = ['a', 'b', 'c', 'd']
  const pageOf = (from: number, to: number) => {
    const skipped = definitions.slice(0, from).filter(isValue).length
    const held = definitions.slice(from, to).filter(isValue).length
    const levels = { definitions: definitions.slice(from, to), repetitions: repetitions.slice(from, to) }
    return new Page({ ...levels, values: values.slice(skipped, skipped + held) }, path)
  }
  const whole = rowsOf([pageOf(0, 7)])
  expect(whole).toEqual([['a', 'b', 'c'], [], [], ['d', null]])
  for (let cut = 1; cut < 7; cut++) expect(rowsOf([pageOf(0, cut), pageOf(cut, 7)])).toEqual(whole)
})

test('broken JSON in a column is ignored, however deeply it is nested', async () => {
  const ids = ['{"a":[1]}', '{"a":', `${'['.repeat(20_000)}x`]
  const buffer = overtureFile(ids.map(id => Object.assign({ name: 'Ann', id }, inBoulder)))
  const metadata = parquetMetadata(buffer, { geoparquet: false })
  const [rowGroup] = metadata.row_groups
  const id = metadata.schema.find(({ name }) => name === 'id')
  if (rowGroup === undefined || id === undefined) throw new Error('no rows')
  id.converted_type = 'JSON'
  const [rows] = await Array.fromAsync(rowsOfGroup({ buffer, metadata, rowGroup, names: ['id'] }))
  expect(rows?.map(row => row?.id ?? null)).toEqual([{ a: [1] }, null, null])
})
