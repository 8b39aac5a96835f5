import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Db } from '#server/platform/database/db.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { untilAsleep, untilNobodyWorks } from './support/database-work.ts'
import { experiment } from './support/experiment.ts'
import { guards } from './support/guards.ts'
import type { Lab } from './support/lab.ts'

const KILLS = 5

/** A list, and how many of its places each release changes. Changed places have the release in their name. */
type List = { places: number; changed: number }
/** More than 20,000 changes: the import builds a new catalog and swaps it in. */
const large: List = { places: 21_000, changed: 21_000 }
/** A few changes: the import writes them row by row. */
const small: List = { places: 8000, changed: 1500 }

function writeList(folder: string, release: string, { places, changed }: List): string {
  const lines = Array.from({ length: places }, (_, n) => {
    const name = n < changed ? `${release} Row ${n}` : `Row ${n}`
    return `${n},${name},${n} Pearl St,80302,${3_034_000_000 + n},Plumber,${40 + (n % 300) / 1000},${-105 - n / 100_000}`
  })
  const file = path.join(folder, 'list.csv')
  writeFileSync(file, ['source_id,name,address,zip,phone,type,lat,lon', ...lines].join('\n'))
  return file
}

/**
 * The releases in each part of the catalog: its rows, the rows that searches read, its cells, and its import record.
 */
async function catalogOf(db: Db): Promise<unknown> {
  const release = `CASE WHEN p.name LIKE 'Row%' THEN '' ELSE split_part(p.name, ' ', 1) END`
  return Promise.all([
    db.query(`SELECT ${release} AS release, count(*), count(*) FILTER (WHERE is_offered) AS offered
      FROM place p GROUP BY 1 ORDER BY 1`),
    db.query(`SELECT ${release} AS release, count(*) FROM place_category c JOIN place p
      ON p.id = c.place_id AND p.name_order = c.name_order AND p.phone = c.phone GROUP BY 1 ORDER BY 1`),
    db.query('SELECT release, sum(place_count)::int AS places FROM coverage GROUP BY 1 ORDER BY 1'),
    db.query('SELECT release FROM import_run ORDER BY id DESC LIMIT 1'),
  ])
}

function wholeCatalog(release: string, { places, changed }: List): unknown {
  const rows = [
    { release: '', count: places - changed },
    { release, count: changed },
  ].filter(({ count }) => count > 0)
  return [rows.map(row => ({ ...row, offered: row.count })), rows, [{ release, places }], [{ release }]]
}

/** Imports the list. The import is killed when `untilKill` resolves. */
async function importList({ startCommand, folder }: Lab, release: string, list: List, untilKill?: Promise<void>) {
  const argv = ['places', 'import', writeList(folder, release, list), '--name', 'own', '--release', release]
  const command = startCommand(argv)
  void untilKill?.then(command.kill)
  return command.result
}

/** Slows down two steps in the middle of an import by two seconds each, so that a kill can hit them. */
async function slowDownTheMiddle(db: Db): Promise<void> {
  await db.query(`CREATE FUNCTION be_slow() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_sleep(2); RETURN NULL; END $$`)
  await db.query(
    'CREATE TRIGGER slow BEFORE UPDATE OF version ON catalog_version FOR EACH STATEMENT EXECUTE FUNCTION be_slow()',
  )
  await db.query('CREATE TRIGGER slow BEFORE DELETE ON place_category FOR EACH STATEMENT EXECUTE FUNCTION be_slow()')
}

async function killTimeAndAgain(lab: Lab, list: List): Promise<void> {
  const { db } = lab
  await migrate(db)
  await slowDownTheMiddle(db)
  expect(await importList(lab, 'R10', list)).toMatchObject({ exitCode: 0 })
  const startedAt = performance.now()
  expect(await importList(lab, 'R11', list)).toMatchObject({ exitCode: 0 })
  const wholeMs = performance.now() - startedAt
  expect(await catalogOf(db)).toEqual(wholeCatalog('R11', list))
  let current = 'R11'
  const expectWhole = async (release: string, moment: string) => {
    await untilNobodyWorks(db)
    const [run] = await db.query<{ release: string }>('SELECT release FROM import_run ORDER BY id DESC LIMIT 1')
    if (run?.release === release) current = release
    expect({ moment, catalog: await catalogOf(db) }).toEqual({ moment, catalog: wholeCatalog(current, list) })
  }
  await importList(lab, 'R12', list, untilAsleep(db))
  await expectWhole('R12', 'killed in the middle')
  for (let kill = 0; kill < KILLS; kill++) {
    const release = `R${20 + kill}`
    // The first third is the start of the process.
    const killAfterMs = wholeMs * (1 / 3 + (2 / 3) * ((kill + Math.random()) / KILLS))
    await importList(lab, release, list, pause(killAfterMs))
    await expectWhole(release, `killed after ${killAfterMs.toFixed()} of ${wholeMs.toFixed()} ms`)
  }
  expect(await importList(lab, 'R30', list)).toMatchObject({ exitCode: 0 })
  expect(await catalogOf(db)).toEqual(wholeCatalog('R30', list))
}

experiment(
  'an import that writes row by row is killed halfway and at five random moments: the catalog is entirely old or entirely new',
  {
    guards: [guards.transaction],
  },
  lab => killTimeAndAgain(lab, small),
)

experiment(
  'an import that builds a new catalog is killed halfway and at five random moments: the catalog is entirely old or entirely new',
  {
    guards: [
      guards.transaction,
      {
        file: 'src/server/catalog/load/catalog-rebuild.repository.ts',
        guard: 'await tx.query(lockSwapped)',
        without: '',
      },
    ],
  },
  lab => killTimeAndAgain(lab, large),
)
