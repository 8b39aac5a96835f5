import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cellOf } from '#geography/index.ts'
import { importPlaces } from '#server/catalog/load/import.usecases.ts'
import { runCommand } from '#server/entry/commands/run-command.ts'
import { runChore } from '#server/entry/job-runner.ts'
import type { Config } from '#server/platform/config/config.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { runDueJobs } from '#tests/support/due-jobs.ts'
import { emptyCatalog, inBoulder, samplePlace, testDeps } from '#tests/support/imports.ts'
import { overtureFile, type TestPlace } from '#tests/support/overture-file.ts'
import { RangeServer } from '#tests/support/range-server.ts'
import { type CountryEvent, planCountry, pullCountry } from './pull-country.usecases.ts'
import { pullPlaces } from './pull.usecases.ts'
import { decideAndQueueUpdate, decideRelease, findUpdate, updatePlaces } from './update-places.usecases.ts'

const inAustin = { lat: 30.267, lon: -97.743 }
const shops = (name: string, at: { lat: number; lon: number }, count: number): TestPlace[] =>
  Array.from({ length: count }, (_, n) => ({
    id: `${name}-${n}`,
    name: `${name} Shop ${n}`,
    lat: at.lat + n / 1e4,
    lon: at.lon,
    phones: [`+1303440${String(1000 + n)}`],
  }))
const NEWEST = '2026-04-15.0'
const kill = () => {
  throw new Error('killed')
}

describeOnBothDatabases('a newer release', (open, kind) => {
  let product: TestApp
  let server: RangeServer
  let folder: string
  let deps: TestApp['deps']
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'update-test-'))
    server = new RangeServer(
      overtureFile([...shops('Boulder', inBoulder, 50), ...shops('Austin', inAustin, 60)], { rowGroupSize: 50 }),
    )
    await server.listen()
    product = await createTestApp({
      db: await open(),
      settings: { DATA_DIR: folder, PLACES_URL: `${server.address}/release/${NEWEST}/` },
    })
    deps = product.deps
  })
  beforeEach(async () => {
    await emptyCatalog(deps.db)
    await deps.db.query('TRUNCATE release_decision')
    await deps.db.query('DELETE FROM pgboss.job')
  })
  afterAll(async () => {
    server.close()
    await product.app.close()
    await rm(folder, { recursive: true, force: true })
  })

  const from = () => deps.config.PLACES_URL
  /** An older release of Boulder, with this many places that the newest one lacks, and this many that it has. */
  const loadOld = (lost: number, kept = 0) =>
    importPlaces(testDeps(deps.db), {
      source: 'overture',
      release: '2026-03-18.0',
      places: Array.from({ length: lost + kept }, (_, n) =>
        samplePlace({ sourceId: n < lost ? `old-${n}` : `Boulder-${n - lost}`, phone: 13_035_551_000 + n }),
      ),
      coveredCells: [cellOf(inBoulder.lat, inBoulder.lon)],
    })
  const releases = () => deps.db.query('SELECT release, count(*)::int AS places FROM place GROUP BY 1 ORDER BY 1')
  const update = async () => {
    const found = await findUpdate(deps, from())
    if (found === null) throw new Error('no release')
    return updatePlaces(deps, found, { from: from() })
  }
  const runUpdate = async (setting: Config['PLACES_UPDATE']) => {
    const set = { ...deps, config: { ...deps.config, PLACES_UPDATE: setting } }
    await runChore(set, 'newer-release')
    await runDueJobs(set)
  }
  const decisions = () => deps.db.query('SELECT release, state FROM release_decision')

  test('is loaded for the areas that are loaded, and for no others', async () => {
    await loadOld(19)
    expect(await update()).toMatchObject({ areas: 1, added: 50, vanished: 19 })
    expect(await releases()).toEqual([{ release: NEWEST, places: 50 }])
    expect((await findUpdate(deps, from()))?.areas).toEqual([])
  })

  test('that lacks more than a tenth of the places of a cell waits for an administrator, and changes nothing until then', async () => {
    await loadOld(20, 50)
    await expect(update()).rejects.toThrow('lacks 20 of 70 places in 1 cell')
    expect(await releases()).toEqual([{ release: '2026-03-18.0', places: 70 }])
    expect(await decisions()).toEqual([{ release: NEWEST, state: 'waiting' }])
    await runUpdate('on')
    expect(await releases()).toEqual([{ release: '2026-03-18.0', places: 70 }])
    await expect(decideRelease(deps, 'newest', 'stopped')).rejects.toThrow('A release begins with its date')
    await decideRelease(deps, NEWEST, 'stopped')
    await expect(update()).rejects.toThrow('has stopped')
    await expect(pullPlaces(deps, { near: 'Denver, CO', miles: 5, from: from() }, () => {})).rejects.toThrow(
      'has stopped',
    )
    await decideRelease(deps, NEWEST, 'approved')
    await runUpdate('on')
    expect(await releases()).toEqual([{ release: NEWEST, places: 50 }])
  })

  test('that an administrator approves while an update finds that it lacks many places stays approved, and is loaded', async () => {
    await loadOld(20)
    const found = await findUpdate(deps, from())
    if (found === null) throw new Error('no release')
    await decideAndQueueUpdate(deps, NEWEST, 'approved')
    await expect(updatePlaces(deps, found, { from: from() })).rejects.toThrow('lacks 20 of 20 places in 1 cell')
    await runDueJobs(deps)
    expect(await decisions()).toEqual([{ release: NEWEST, state: 'approved' }])
    expect(await releases()).toEqual([{ release: NEWEST, places: 50 }])
  })

  // Other tests run the statements of the tests below on both databases, so PostgreSQL is enough here.
  if (kind === 'embedded') return

  test('is loaded by itself once a day, unless the operator wants to approve it first or never wants it', async () => {
    await loadOld(5)
    await runUpdate('off')
    expect(await decisions()).toEqual([])
    await runUpdate('approve')
    expect(await decisions()).toEqual([{ release: NEWEST, state: 'waiting' }])
    expect(await releases()).toEqual([{ release: '2026-03-18.0', places: 5 }])
    await deps.db.query('TRUNCATE release_decision')
    await runUpdate('on')
    expect(await releases()).toEqual([{ release: NEWEST, places: 50 }])
  })

  test('that an operator decides about with the command is loaded only if it is the newest one, and never by a dry run', async () => {
    await loadOld(20)
    const lines: string[] = []
    const print = (line: string) => void lines.push(line)
    const voice = { print, progress: () => {}, complain: print }
    const run = (...argv: string[]) =>
      runCommand({ argv: ['places', 'update', ...argv], cwd: folder, deps, migrated: [], voice })
    expect([await run('--approve', NEWEST, '--dry-run'), await run('--stop', NEWEST, '--dry-run')]).toEqual([2, 2])
    expect(await decisions()).toEqual([])
    lines.length = 0
    expect(await run('--approve', '2026-04-14.0')).toBe(0)
    expect(lines).toEqual([`Release 2026-04-14.0 is approved. It is not loaded, because ${NEWEST} is the newest one.`])
    expect(await run('--approve', NEWEST)).toBe(0)
    expect(await releases()).toEqual([{ release: NEWEST, places: 50 }])
  })

  test('of the whole country is loaded state by state, and an interruption costs one state', async () => {
    const plan = await planCountry(deps, { from: from() })
    expect(plan.states.map(({ area }) => area.label)).toEqual(['Colorado', 'Texas'])
    expect(plan).toMatchObject({ release: NEWEST, doneStates: 0 })
    expect(plan.rows).toBeGreaterThanOrEqual(110)
    const options = { from: from(), onEvent: () => {} }
    await expect(pullCountry(deps, plan, { ...options, onState: kill })).rejects.toThrow('killed')
    const rest = await planCountry(deps, { from: from() })
    expect(rest.states.map(({ area }) => area.label)).toEqual(['Texas'])
    expect(rest.seconds.from).toBeLessThan(plan.seconds.from)
    expect(await pullCountry(deps, rest, { ...options, onState: () => {} })).toMatchObject({ areas: 1, added: 60 })
    expect((await planCountry(deps, { from: from() })).states).toEqual([])
    expect(await releases()).toEqual([{ release: NEWEST, places: 110 }])
  })

  test('of the whole country is loaded on a machine that has no data folder yet', async () => {
    const plan = await planCountry(deps, { from: from() })
    const config = { ...deps.config, DATA_DIR: path.join(folder, 'new', 'data') }
    const options = { from: from(), onEvent: () => {}, onState: () => {} }
    expect(await pullCountry({ ...deps, config }, plan, options)).toMatchObject({ areas: 2, added: 110 })
  })

  test('of the whole country says how much of the work is done, so that the command can say how long the rest takes', async () => {
    const plan = await planCountry(deps, { from: from() })
    const parts = new Map<string, number>()
    const onEvent = ({ state, partBefore }: CountryEvent) => void parts.set(state, partBefore)
    await pullCountry(deps, plan, { from: from(), onEvent, onState: () => {} })
    expect(parts.get('Colorado')).toBe(0)
    expect(parts.get('Texas')).toBeGreaterThan(0.1)
    expect(parts.get('Texas')).toBeLessThan(0.9)
  })

  test('counts the places of a row group once in the estimate for the country, also if it reaches over several states', async () => {
    server.tag = '"two"'
    server.content = new Uint8Array(
      overtureFile([...shops('Boulder', inBoulder, 50), ...shops('Austin', inAustin, 60)]),
    )
    const { states, rows } = await planCountry(deps, { from: from() })
    expect({ states: states.length > 1, rows }).toEqual({ states: true, rows: 110 })
  })
})
