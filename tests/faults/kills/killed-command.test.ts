import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { importPlaces } from '#server/catalog/load/import.usecases.ts'
import { withCatalogLock } from '#server/platform/database/catalog-lock.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { createTestApp } from '#tests/support/app.ts'
import { startCommandProcess } from '#tests/support/command-process.ts'
import { createPostgresTestUrl } from '#tests/support/databases.ts'
import { runDueJobs } from '#tests/support/due-jobs.ts'
import { eventually } from '#tests/support/eventually.ts'
import { inBoulder, offeredNames, testDeps, writeOverture } from '#tests/support/imports.ts'

const ann = { id: 'ann', name: 'Ann Plumbing', ...inBoulder, phones: ['303-440-0001'] }
const bob = { id: 'bob', name: 'Bob Plumbing', ...inBoulder, phones: ['303-440-0002'] }

test('a command that is killed while it waits for an import says what it has done, and the server does the rest', async () => {
  const { url, drop } = await createPostgresTestUrl()
  const db = await openDatabase({ databaseUrl: url })
  const folder = await mkdtemp(path.join(tmpdir(), 'killed-command-'))
  const settings = { DATABASE_URL: url, DATA_DIR: folder }
  /** Starts a command while an import is running, and kills the command when it prints this. */
  const killWaiting = (argv: string[], says: RegExp) =>
    withCatalogLock(db, async () => {
      const command = startCommandProcess(argv, { settings })
      await eventually(() => expect(command.output()).toMatch(says))
      command.kill()
      return command.result
    })
  const product = await createTestApp({ db })
  try {
    const files = [await writeOverture(folder, 'p.parquet', [ann, bob])]
    await importPlaces(testDeps(db), { files, release: '2026-04-15.0' })
    await killWaiting(['suppress', 'add', '303-440-0001'], /The list is changed.* the server updates/)
    expect(await offeredNames(db)).toEqual(['Ann Plumbing', 'Bob Plumbing'])
    await runDueJobs(product.deps)
    expect(await offeredNames(db)).toEqual(['Bob Plumbing'])

    await killWaiting(['suppress', 'remove', '303-440-0001'], /The list is changed/)
    await runDueJobs(product.deps)
    expect(await offeredNames(db)).toEqual(['Ann Plumbing', 'Bob Plumbing'])

    await killWaiting(['places', 'drop', 'overture'], /Waiting for another import.* nothing is changed before that/)
    expect(await offeredNames(db)).toEqual(['Ann Plumbing', 'Bob Plumbing'])
  } finally {
    await product.app.close()
    await db.close()
    await drop()
    await rm(folder, { recursive: true, force: true })
  }
})
