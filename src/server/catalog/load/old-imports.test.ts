import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withSpool } from '#server/catalog/pull/spool.ts'
import { runChore } from '#server/entry/job-runner.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { samplePlace, testDeps } from '#tests/support/imports.ts'
import { importPlaces } from './import.usecases.ts'

const DAY_MS = 86_400_000

describeOnBothDatabases('data of old imports', open => {
  let product: TestApp
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'old-imports-test-'))
    product = await createTestApp({ db: await open(), settings: { DATA_DIR: folder } })
  })
  afterAll(async () => {
    await product.app.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** Creates a file below the data folder that was last written this many days ago. */
  const leave = async (name: string, days: number) => {
    const file = path.join(folder, name)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, 'rows')
    const at = new Date(product.clock.now().getTime() - days * DAY_MS)
    await utimes(file, at, at)
    if (name.startsWith('pulls/')) await utimes(path.dirname(path.dirname(file)), at, at)
  }
  const left = async (name: string) => (await readdir(path.join(folder, name))).toSorted()

  test('the changes of releases are kept for half a year', async () => {
    const { db, clock } = product.deps
    const release = async (name: string, names: readonly string[]) =>
      importPlaces(testDeps(db, { clock }), {
        source: 'overture',
        release: name,
        places: names.map(sourceId => samplePlace({ sourceId })),
      })
    await release('2026-04-15', ['ann', 'bob'])
    await release('2026-05-20', ['ann', 'cem'])
    product.clock.advance({ days: 170 })
    await release('2026-10-21', ['ann', 'dan'])
    const known = () => db.query('SELECT place_key, kind FROM place_change ORDER BY id')
    await runChore(product.deps, 'old-place-changes')
    expect(await known()).toHaveLength(4)
    product.clock.advance({ days: 20 })
    await runChore(product.deps, 'old-place-changes')
    expect(await known()).toEqual([
      { place_key: 'overture:cem', kind: 'vanished' },
      { place_key: 'overture:dan', kind: 'added' },
    ])
    expect(await db.query('SELECT release FROM import_run')).toHaveLength(3)
  })

  test('old files are deleted: rejected rows after 90 days, abandoned pulls after 14', async () => {
    await leave('imports/2026-01-01T00-00-00-000Z-rejects.csv', 91)
    await leave('imports/2026-02-01T00-00-00-000Z-rejects.csv', 89)
    await leave('imports/my-own-list.csv', 400)
    await leave('pulls/0123456789abcdef/0/3.json.gz', 13)
    await leave('pulls/aaaaaaaaaaaaaaaa/0/3.json.gz', 15)
    const goingOn = withSpool(path.join(folder, 'pulls'), 'going on', async spool => {
      await leave(`pulls/${path.basename(spool.folder)}/0/3.json.gz`, 15)
      await runChore(product.deps, 'old-import-files')
      return path.basename(spool.folder)
    })
    const name = await goingOn
    expect(await left('imports')).toEqual(['2026-02-01T00-00-00-000Z-rejects.csv', 'my-own-list.csv'])
    expect(await left('pulls')).toEqual(['0123456789abcdef', name, `${name}.lock`].toSorted())
    await runChore(product.deps, 'old-import-files')
    expect(await left('pulls')).toEqual(['0123456789abcdef'])
  })

  test('a pull that was interrupted long ago and has gone on since is kept', async () => {
    const pulls = path.join(folder, 'pulls')
    await withSpool(pulls, 'interrupted', spool => leave(`pulls/${path.basename(spool.folder)}/0/3.json.gz`, 15))
    await withSpool(pulls, 'interrupted', async () => {})
    const before = await left('pulls')
    await runChore(product.deps, 'old-import-files')
    expect(await left('pulls')).toEqual(before)
  })

  test('on a machine without imports, nothing is removed', async () => {
    await rm(folder, { recursive: true })
    await expect(runChore(product.deps, 'old-import-files')).resolves.toBeUndefined()
  })
})
