import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cellOf } from '#geography/index.ts'
import type { Db } from '#server/platform/database/db.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import {
  catalogState,
  emptyCatalog,
  inBoulder,
  testDeps,
  versionOf,
  writeCsv,
  writeOverture,
} from '#tests/support/imports.ts'
import { dropPlaces, placesStatus } from './drop-places.usecases.ts'
import { importFiles, importPlaces } from './import.usecases.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-test-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const ann = { id: 'ann', name: 'Ann Plumbing', ...inBoulder, phones: ['303-440-0001'] }
const bob = { id: 'bob', name: 'Bob Plumbing', ...inBoulder, phones: ['303-440-0002'] }

describeOnPostgres('an import', open => {
  let db: Db
  beforeAll(async () => {
    db = await open()
  })
  beforeEach(() => emptyCatalog(db))

  test('that is a dry run counts and leaves no trace', async () => {
    const files = [await writeOverture(folder, 'dry.parquet', [ann, bob])]
    const before = await catalogState(db)
    const { counts, isDryRun } = await importPlaces(testDeps(db), { files, release: '2026-04-15.0', dryRun: true })
    expect(counts).toMatchObject({ read: 2, added: 2 })
    expect(isDryRun).toBe(true)
    expect(await catalogState(db)).toEqual(before)
    expect(await placesStatus(db)).toEqual([])
  })

  test('takes its release from the newest evidence in the file', async () => {
    const files = [await writeOverture(folder, 'dated.parquet', [ann, { ...bob, updated: '2026-04-09T00:00:00Z' }])]
    expect((await importPlaces(testDeps(db), { files })).release).toBe('2026-04-09')
    const ahead = [await writeOverture(folder, 'ahead.parquet', [ann, { ...bob, updated: '2099-01-01T00:00:00Z' }])]
    const { release } = await importPlaces(testDeps(db), { files: ahead })
    expect(release).toBe(testDeps(db).clock.now().toISOString().slice(0, 10))
  })

  test('writes the rejected rows to a file with their reasons', async () => {
    const rejectsPath = join(folder, 'rejects', 'rejected.csv')
    const lines = ['name,zip,country', 'Good,80302,US', ',80302,US', '=cmd,99999,US', 'Paris,75001,France']
    const files = [await writeCsv(folder, 'mixed.csv', lines)]
    const [summary] = await importFiles(testDeps(db), { files, rejectsPath })
    expect(summary).toMatchObject({
      list: 'mixed',
      rejectsPath,
      counts: { read: 4, added: 1, rejected: 3 },
      rejectedByReason: { noName: 1, noPosition: 1, outsideUs: 1 },
    })
    expect((await stat(rejectsPath)).mode & 0o777, 'rows of customers are for their owner only').toBe(0o600)
    expect((await readFile(rejectsPath, 'utf8')).split('\r\n')).toEqual([
      'file,row,code,reason,name',
      'mixed.csv,2,noName,The row has no business name,',
      "mixed.csv,3,noPosition,Neither coordinates nor a known ZIP or town say where the place is,'=cmd",
      'mixed.csv,4,outsideUs,The place is outside the United States,Paris',
      '',
    ])
  })

  test.each([
    ['', 'little'],
    ['\uFEFF', 'little'],
    ['', 'big'],
    ['\uFEFF', 'big'],
  ])('reads a list in UTF-16 that begins with %j and has %s ends', async (mark, ends) => {
    const file = join(folder, 'utf16.csv')
    const bytes = Buffer.from(`${mark}name,zip\nCafé Boulder,80302\n`, 'utf16le')
    await writeFile(file, ends === 'big' ? bytes.swap16() : bytes)
    await importFiles(testDeps(db), { files: [file] })
    expect(await db.query('SELECT name FROM place')).toEqual([{ name: 'Café Boulder' }])
  })

  test('is refused if its report cannot be written or is one of its own files', async () => {
    const file = await writeCsv(folder, 'own.csv', ['name,zip', 'Good,80302', ',80302'])
    const nowhere = join(file, 'below', 'rejected.csv')
    await expect(importFiles(testDeps(db), { files: [file], rejectsPath: nowhere })).rejects.toThrow(
      /cannot be written/,
    )
    await expect(importFiles(testDeps(db), { files: [file], reportPath: file })).rejects.toThrow(/one of the files/)
    expect(await readFile(file, 'utf8')).toContain('Good')
    expect(await placesStatus(db)).toMatchObject([])
  })

  test('without rows is refused: a list is removed by name, not by an empty file', async () => {
    const file = await writeCsv(folder, 'kept.csv', ['name,zip', 'Good,80302'])
    await importFiles(testDeps(db), { files: [file] })
    await writeCsv(folder, 'kept.csv', ['name,zip'])
    await expect(importFiles(testDeps(db), { files: [file] })).rejects.toThrow('There are no rows to import')
    expect(await placesStatus(db)).toMatchObject([{ list: 'kept', places: 1 }])
  })

  test('without valid rows does not empty the list', async () => {
    const file = await writeCsv(folder, 'turned.csv', ['name,zip', 'Good,80302'])
    await importFiles(testDeps(db), { files: [file] })
    await writeCsv(folder, 'turned.csv', ['name,zip', 'Good,99999', ',80302'])
    await expect(importFiles(testDeps(db), { files: [file] })).rejects.toThrow(
      'None of the 2 rows is a place (without coordinates or a known ZIP or town: 1, without a name: 1), and 1 place would be removed',
    )
    expect(await placesStatus(db)).toMatchObject([{ list: 'turned', places: 1 }])
  })

  test('removes the last place of an area if its source says that it has closed', async () => {
    const first = [await writeOverture(folder, 'open.parquet', [ann])]
    await importPlaces(testDeps(db), { files: first, release: '2026-04-15' })
    const coveredCells = [cellOf(inBoulder.lat, inBoulder.lon)]
    const files = [await writeOverture(folder, 'last.parquet', [{ ...ann, status: 'permanently_closed' }])]
    const { counts } = await importPlaces(testDeps(db), { files, release: '2026-05-20', coveredCells })
    expect(counts).toMatchObject({ rejected: 1, vanished: 1 })
  })

  test('uses a column "id" or "company_id" as a place’s id only if it is told to', async () => {
    const lines = [
      'company_id,name,address,zip',
      '7,Acme,1 Oak St,80302',
      '7,Acme,9 Elm St,80302',
      '7,Acme,5 Ash St,80302',
    ]
    const files = [await writeCsv(folder, 'branches.csv', lines)]
    const [branches] = await importFiles(testDeps(db), { files })
    expect(branches?.counts).toMatchObject({ added: 3, merged: 0 })
  })

  test('keeps branches separate that only differ in their coordinates', async () => {
    const lines = [
      'name,city,lat,lng',
      'Acme,Boulder,40.018,-105.281',
      'Acme,Boulder,40.03,-105.25',
      'Acme,,40.05,-105.2',
    ]
    const files = [await writeCsv(folder, 'points.csv', [...lines, 'Acme,,40.05,-105.2'])]
    expect((await importFiles(testDeps(db), { files }))[0]?.counts).toMatchObject({ added: 3, merged: 1 })
  })

  test('accepts an id that the database cannot store', async () => {
    const lines = ['source_id,name,zip', `${'x'.repeat(5000)},Long,80302`, 'a\u0000b,Other,80302']
    const files = [await writeCsv(folder, 'ids.csv', lines)]
    expect((await importFiles(testDeps(db), { files }))[0]?.counts).toMatchObject({ added: 2 })
  })

  test('refuses a gzip file that was cut off or is damaged', async () => {
    const whole = gzipSync(`name,zip\n${'Joe,80302\n'.repeat(500)}`)
    const file = join(folder, 'cut.csv.gz')
    await writeFile(file, whole.subarray(0, whole.length - 12))
    await expect(importFiles(testDeps(db), { files: [file] })).rejects.toThrow('cut.csv.gz ends too early')
    await writeFile(file, whole.with(20, (whole[20] ?? 0) ^ 255))
    await expect(importFiles(testDeps(db), { files: [file] })).rejects.toThrow('cut.csv.gz is damaged')
    expect(await placesStatus(db)).toEqual([])
  })

  test('says how many rows were merged with others, and which columns it did not use', async () => {
    await importFiles(testDeps(db), {
      files: [await writeOverture(folder, 'real.parquet', [ann])],
      release: '2026-04-15.0',
    })
    const place = `${inBoulder.lat},${inBoulder.lon}`
    const lines = [
      'name,lat,lng,phone,notes',
      `Ann Plumbing,${place},303-440-0001,regular`,
      `Eve Roofing,${place},303-440-0009,`,
    ]
    const [summary] = await importFiles(testDeps(db), { files: [await writeCsv(folder, 'own.csv', lines)] })
    expect(summary).toMatchObject({
      counts: { merged: 0, added: 2 },
      rowsMergedWithOthers: 1,
      unusedColumns: ['notes'],
    })
  })

  test('reads gzip whatever the file is called, and makes each CSV file a list', async () => {
    const files = [join(folder, 'first.csv'), join(folder, 'second.csv.gz')]
    for (const file of files) await writeFile(file, gzipSync('name,zip,type\nJoe,80302,Plumber\n'))
    const summaries = await importFiles(testDeps(db), { files })
    expect(summaries.map(({ list, counts }) => [list, counts.added])).toEqual([
      ['first', 1],
      ['second', 1],
    ])
    expect((await placesStatus(db)).map(({ source, list, places }) => [source, list, places])).toEqual([
      ['csv', 'first', 1],
      ['csv', 'second', 1],
    ])
  })

  test('is removed by its name: a source, or a list, even one named like a source', async () => {
    const lines = ['name,zip', 'Joe,80302']
    const files = [await writeCsv(folder, 'overture.csv', lines), await writeCsv(folder, 'mine.csv', lines)]
    await importFiles(testDeps(db), { files })
    await importPlaces(testDeps(db), {
      files: [await writeOverture(folder, 'o.parquet', [ann])],
      release: '2026-04-15',
    })
    const dropped = async (name: string) =>
      (await dropPlaces(testDeps(db), name)).map(({ source, list }) => `${source}/${list}`)
    expect(await dropped('overture')).toEqual(['overture/overture'])
    const left = async () => (await placesStatus(db)).map(({ source, list }) => `${source}/${list}`)
    expect(await left()).toEqual(['csv/mine', 'csv/overture'])
    expect(await dropped('csv/overture')).toEqual(['csv/overture'])
    expect(await dropped('mine')).toEqual(['csv/mine'])
    expect(await left()).toEqual([])
  })

  test('waits for another one', async () => {
    const imports = ['one', 'two', 'three'].map(async (listName, number) => {
      const files = [await writeCsv(folder, `${listName}.csv`, ['name,zip', `Joe ${number},80302`])]
      return importPlaces(testDeps(db), { files, listName })
    })
    await Promise.all(imports)
    expect(await versionOf(db)).toBe(3)
    expect((await placesStatus(db)).map(status => status.places)).toEqual([1, 1, 1])
  })

  test('cleans up after one that was killed', async () => {
    for (const table of ['import_stage', 'place_next']) await db.query(`CREATE TABLE ${table} (LIKE place)`)
    const files = [await writeOverture(folder, 'after.parquet', [ann])]
    expect((await importPlaces(testDeps(db), { files, release: '2026-04-15.0' })).counts.added).toBe(1)
  })

  test.each([
    ['a file that is not there', 'missing.csv', null, 'There is no file'],
    ['an empty file', 'empty.csv', '', 'is empty'],
    ['a page of the web', 'page.csv', '<html></html>', 'is a web page'],
    ['a file of another kind', 'other.csv', '<places/>', 'neither Parquet nor CSV nor JSON'],
    ['an array without objects', 'numbers.json', '[1, 2]', 'neither Parquet nor CSV nor JSON'],
    ['UTF-32', 'utf32.csv', Buffer.from('\uFEFFn\0a\0m\0e\0\n\0', 'utf16le'), 'neither Parquet nor CSV nor JSON'],
    ['a broken Parquet file', 'broken.parquet', 'PAR1 and nothing else', 'cannot be read'],
    ['a list without names', 'nameless.csv', 'city\nBoulder\n', 'no column for the business name'],
  ])('rejects %s and changes nothing', async (_, name, content, message) => {
    const path = join(folder, name)
    if (content !== null) await writeFile(path, content)
    await expect(importFiles(testDeps(db), { files: [path] })).rejects.toThrow(message)
    expect(await versionOf(db)).toBe(0)
  })

  test.each(['', ' ', 'a:b', 'x'.repeat(101), 'a\u202Eb'])('rejects the list name %j', async listName => {
    const files = [await writeCsv(folder, 'unnamed.csv', ['name,zip', 'Joe,80302'])]
    await expect(importFiles(testDeps(db), { files, listName })).rejects.toThrow('is not a valid list name')
  })

  test('rejects a release without a date or far in the future, and a source that does not match the file', async () => {
    const files = [await writeOverture(folder, 'refused.parquet', [ann])]
    await expect(importPlaces(testDeps(db), { files, release: 'spring' })).rejects.toThrow('begins with its date')
    await expect(importPlaces(testDeps(db), { files, release: '2062-04-15.0' })).rejects.toThrow('in the future')
    await expect(importPlaces(testDeps(db), { files, source: 'csv' })).rejects.toThrow(
      'looks like a file of Overture places',
    )
    await expect(importPlaces(testDeps(db), { files, source: 'yelp' })).rejects.toThrow('Unknown source')
    await expect(dropPlaces(testDeps(db), 'yelp')).rejects.toThrow('no source and no list')
  })
})
