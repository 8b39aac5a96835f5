import { randomBytes } from 'node:crypto'
import { cpSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, describe, inject } from 'vitest'
import type { Db } from '#server/platform/database/db.ts'
import { openEmbedded } from '#server/platform/database/embedded.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { templateDatabase } from './global-setup.ts'
import { lendDatabase } from './reused-database.ts'

export type DatabaseKind = Db['kind']
export const databaseKinds = ['embedded', 'postgres'] as const satisfies DatabaseKind[]

/** A new empty database with all migrations. The caller closes it, which also drops it on PostgreSQL. */
export function createTestDatabase(kind: DatabaseKind): Promise<Db> {
  return kind === 'embedded' ? createEmbeddedTestDatabase() : createPostgresTestDatabase()
}

type DatabaseTests = (open: () => Promise<Db>, kind: DatabaseKind) => void

/**
 * Runs the same tests on the embedded database and on PostgreSQL. Databases from `open` are closed after the last test.
 */
export const describeOnBothDatabases = (title: string, tests: DatabaseTests): void =>
  describeOn(databaseKinds, title, tests)

/** For tests of facts that do not depend on the database. Their SQL runs on both databases in other tests. */
export const describeOnPostgres = (title: string, tests: DatabaseTests): void => describeOn(['postgres'], title, tests)

function describeOn(kinds: readonly DatabaseKind[], title: string, tests: DatabaseTests): void {
  describe.each(kinds)(`${title}, on %s`, kind => {
    const opened: Db[] = []
    afterAll(async () => {
      await Promise.all(opened.map(database => database.close()))
    })
    tests(async () => {
      const database = await createTestDatabase(kind)
      opened.push(database)
      return database
    }, kind)
  })
}

/** Creates a data folder with an empty, migrated embedded database. A copy saves five CPU seconds per server start. */
export function createTestDataDir(dataDir: string): void {
  cpSync(inject('embeddedFolder'), path.join(dataDir, 'database'), { recursive: true })
}

/**
 * The URL of a new PostgreSQL database for tests that open it themselves. It is migrated unless another template is
 * named.
 */
export async function createPostgresTestUrl(
  template = templateDatabase,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await asAdmin(`CREATE DATABASE ${name} TEMPLATE ${template}`)
  return { url: `${inject('postgresUrl')}${name}`, drop: () => asAdmin(`DROP DATABASE ${name} WITH (FORCE)`) }
}

/** A new database without tables, as PostgreSQL creates it. The caller closes it. */
export const createEmptyDatabase = (kind: DatabaseKind): Promise<Db> =>
  kind === 'embedded' ? openEmbedded({}) : createPostgresTestDatabase('template0')

async function createPostgresTestDatabase(template?: string): Promise<Db> {
  const { url, drop } = await createPostgresTestUrl(template)
  const database = await openDatabase({ databaseUrl: url })
  const close = async () => {
    await database.close()
    await drop()
  }
  return { ...database, close }
}

/** Read once for all test files of a process. */
let snapshot: Promise<Blob> | undefined
const readSnapshot = async (): Promise<Blob> => new Blob([await readFile(inject('embeddedSnapshot'))])

const createEmbeddedTestDatabase = (): Promise<Db> =>
  lendDatabase(async () => openEmbedded({ snapshot: await (snapshot ??= readSnapshot()) }))

async function asAdmin(statement: string): Promise<void> {
  const admin = await openDatabase({ databaseUrl: `${inject('postgresUrl')}postgres`, poolSize: 1 })
  try {
    await admin.query(statement)
  } finally {
    await admin.close()
  }
}
