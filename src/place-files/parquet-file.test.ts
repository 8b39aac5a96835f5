import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { inBoulder, writeOverture } from '#tests/support/imports.ts'
import { createSmallDisk } from '#tests/support/small-disk.ts'
import { newestEvidenceOfPath, readParquetPath } from './parquet-file.ts'
import { openSourceFile } from './source-file.ts'

let folder: string
let path: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parquet-file-test-'))
  const places = Array.from({ length: 450 }, (_, index) => ({ id: `p${index}`, name: `Place ${index}`, ...inBoulder }))
  path = await writeOverture(folder, 'places.parquet', places)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

// A small file is decoded in the main thread, and a large one in a worker thread.
describe.each([
  ['at once', Infinity],
  ['in a thread', 0],
])('a Parquet file that is decoded %s', (_, fromBytes) => {
  test('has all its rows, in order', async () => {
    const { rowCount, batches } = await readParquetPath(path, 'places.parquet', fromBytes)
    const names: string[] = []
    for await (const places of batches) names.push(...places.map(({ name }) => String(name)))
    expect(rowCount).toBe(450)
    expect(names).toEqual(Array.from({ length: 450 }, (__, index) => `Place ${index}`))
  })

  test('gives its newest date', async () => {
    expect(await newestEvidenceOfPath(path, fromBytes)).toMatch(/^\d{4}-\d\d-\d\d$/)
  })

  test('that is damaged is refused with one sentence', async () => {
    const damaged = join(folder, 'damaged.parquet')
    await writeFile(damaged, 'PAR1 and nothing else')
    await expect(readParquetPath(damaged, 'damaged.parquet', fromBytes)).rejects.toThrow(
      /^The Parquet file cannot be read: /,
    )
    await expect(newestEvidenceOfPath(damaged, fromBytes)).rejects.toThrow(/^The Parquet file cannot be read: /)
  })
})

test('the unpacked copy of a Parquet file is in no folder, so a process that is killed leaves nothing', async () => {
  const temporary = await mkdtemp(join(folder, 'temporary-'))
  vi.stubEnv('TMPDIR', temporary)
  const packed = join(folder, 'packed.parquet.gz')
  await writeFile(packed, gzipSync(await readFile(path)))
  const file = await openSourceFile(packed)
  expect(await readdir(temporary)).toEqual([])
  const { rowCount, batches } = await file.read()
  expect([rowCount, (await Array.fromAsync(batches)).flat().length]).toEqual([450, 450])
  await file.close()
  vi.unstubAllEnvs()
})

test('a packed Parquet file that is damaged leaves no unpacked copy', async () => {
  const temporary = join(folder, 'temporary')
  await mkdir(temporary)
  vi.stubEnv('TMPDIR', temporary)
  const damaged = join(folder, 'damaged.parquet.gz')
  await writeFile(damaged, gzipSync('PAR1 and nothing else'))
  await expect(openSourceFile(damaged)).rejects.toThrow(/^The Parquet file cannot be read: /)
  expect(await readdir(temporary)).toEqual([])
  vi.unstubAllEnvs()
})

test('a packed Parquet file for which there is no space says which disk is full', async () => {
  const disk = await createSmallDisk(1)
  disk.fill()
  vi.stubEnv('TMPDIR', disk.folder)
  await expect(openSourceFile(join(folder, 'packed.parquet.gz'))).rejects.toThrow(
    `packed.parquet.gz cannot be unpacked: the disk that holds ${disk.folder} is full. Free some space, or set another TMPDIR`,
  )
  vi.unstubAllEnvs()
  await disk.remove()
})
