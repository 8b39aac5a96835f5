import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cellBox, cellOf, cellsInCircle, middleOf } from '#geography/index.ts'
import { importPlaces } from '#server/catalog/load/import.usecases.ts'
import type { Db } from '#server/platform/database/db.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { emptyCatalog, inBoulder, offeredNames, samplePlace, testDeps } from '#tests/support/imports.ts'
import { overtureFile } from '#tests/support/overture-file.ts'
import { filePath, type RangeServer } from '#tests/support/range-server.ts'
import { austin, boulderAndAustin, boulderCells, manyPlaces, serveRelease } from '#tests/support/served-release.ts'
import { stepsOf } from './pull-area.ts'
import { pullPlaces } from './pull.usecases.ts'
import { writeDecision } from './release-decision.repository.ts'
import { prepareRelease } from './release-index.usecases.ts'

const served = serveRelease()
let server: RangeServer
let folder: string
beforeEach(() => ({ server, folder } = served()))

test('a large area is divided into steps, the middle first, and none is without rows', () => {
  const [west, middle, east] = [-105.4, -105.1, -104.9].map(lon => cellOf(40, lon)) as [number, number, number]
  const rows = new Map([
    [west, 300],
    [middle, 500],
    [east, 200],
  ])
  expect(stepsOf([west, middle, east], rows, 500)).toEqual([[middle], expect.arrayContaining([west, east])])
  expect(stepsOf([west, middle, east], new Map([[east, 900]]), 500)).toHaveLength(1)
  expect(new Set(stepsOf([west, middle, east], rows, 400).flat())).toEqual(new Set([west, middle, east]))
})

/** A product on a database, whose catalog is empty before each test. */
function productOn(open: () => Promise<Db>): () => TestApp {
  let product: TestApp
  beforeAll(async () => {
    product = await createTestApp({ db: await open() })
  })
  beforeEach(async () => {
    await emptyCatalog(product.deps.db)
    // Otherwise the catalog of an earlier test is kept, because its version comes back.
    await product.deps.catalog.refresh()
  })
  afterAll(() => product.app.close())
  return () => product
}

/** What a pull needs, with its files in the folder of this test. */
const depsIn = ({ deps }: TestApp) => ({ ...deps, config: { ...deps.config, DATA_DIR: folder } })

describeOnPostgres('a pulled area', open => {
  const product = productOn(open)

  test('that a user waits for can be searched before all of it is loaded', async () => {
    const deps = depsIn(product())
    const both = { label: 'Boulder and Austin', cells: [...boulderCells, ...cellsInCircle(austin, 30)] }
    const counted: Promise<string[]>[] = []
    const pullBoth = (isAwaited: boolean) =>
      pullPlaces(deps, { area: both, isAwaited, from: server.address + filePath }, told => {
        if ('middle' in told && told.middle === 'searchable') counted.push(offeredNames(deps.db))
      })
    await pullBoth(true)
    const sizes = (await Promise.all(counted)).map(names => names.length)
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b))
    expect(sizes[0]).toBeGreaterThan(0)
    expect(sizes.at(-1)).toBeLessThan(4040)
    expect(await offeredNames(deps.db)).toHaveLength(4040)
    await emptyCatalog(deps.db)
    await pullBoth(false)
    expect(counted).toHaveLength(sizes.length)
  })

  test('whose load ends after its middle has only the middle; the next load adds the rest without logging changes', async () => {
    const deps = depsIn(product())
    const both = { label: 'Boulder and Austin', cells: [...boulderCells, ...cellsInCircle(austin, 30)] }
    const pullBoth = (onMiddle: () => void) =>
      pullPlaces(deps, { area: both, isAwaited: true, from: server.address + filePath }, told => {
        if ('middle' in told && told.middle === 'searchable') onMiddle()
      })
    const killed = pullBoth(() => {
      throw new Error('killed')
    })
    await expect(killed).rejects.toThrow('killed')
    const inMiddle = (await offeredNames(deps.db)).length
    const covered = (await deps.catalog.refresh()).coverage.byCell
    expect(inMiddle).toBe(boulderAndAustin.filter(({ lat, lon }) => covered.has(cellOf(lat, lon))).length)
    expect(inMiddle).toBeGreaterThan(0)
    expect(inMiddle).toBeLessThan(4040)
    const { summary } = await pullBoth(() => {})
    expect(summary.counts).toMatchObject({ added: 4040 - inMiddle, unchanged: inMiddle })
    expect((await deps.catalog.refresh()).coverage.byCell.size).toBe(new Set(both.cells).size)
    expect(await deps.db.query('SELECT place_key FROM place_change')).toEqual([])
    expect(await deps.db.query('SELECT id FROM place WHERE first_seen_on IS NOT NULL')).toEqual([])
  })

  test('whose places are all in its middle counts them once', async () => {
    const deps = depsIn(product())
    const places = manyPlaces('Austin', austin, 1100)
    server.content = new Uint8Array(overtureFile(places))
    const [middle = 0] = new Set(places.map(({ lat, lon }) => cellOf(lat, lon)))
    const area = { label: 'Austin and around it', cells: cellsInCircle(middleOf(cellBox(middle)), 20) }
    let isMiddleFirst = false
    const { summary } = await pullPlaces(deps, { area, isAwaited: true, from: server.address + filePath }, told => {
      if ('middle' in told) isMiddleFirst = true
    })
    expect(isMiddleFirst).toBe(true)
    expect(summary.counts).toMatchObject({ read: 1100, added: 1100, unchanged: 0 })
    expect((await deps.catalog.refresh()).coverage.byCell.size).toBe(area.cells.length)
  })

  test('of a release that is stopped after its middle gets no more of it', async () => {
    const deps = depsIn(product())
    const both = { label: 'Boulder and Austin', cells: [...boulderCells, ...cellsInCircle(austin, 30)] }
    let stopping: Promise<void> | undefined
    const stopped = pullPlaces(deps, { area: both, isAwaited: true, from: server.address + filePath }, told => {
      if ('importing' in told || 'middle' in told)
        stopping ??= writeDecision(deps.db, { release: '2026-04-15.0', state: 'stopped', reason: 'Bad' }, new Date())
    })
    await expect(stopped).rejects.toThrow('An administrator has stopped release 2026-04-15.0')
    await stopping
    const inMiddle = (await offeredNames(deps.db)).length
    expect(inMiddle).toBeGreaterThan(0)
    expect(inMiddle).toBeLessThan(4040)
  })
})

describeOnPostgres('a pulled area', open => {
  const product = productOn(open)

  test('is in the catalog in whole cells, and a second pull changes nothing', async () => {
    const deps = depsIn(product())
    const news: string[] = []
    const input = { near: 'Boulder, CO', miles: 10, from: server.address + filePath }
    const first = await pullPlaces(deps, input, told => news.push(Object.keys(told)[0] ?? ''))
    expect(first.summary.counts).toMatchObject({ read: 40, added: 40 })
    expect(first.summary.release).toBe('2026-04-15.0')
    expect(new Set(news)).toEqual(new Set(['pulling', 'importing']))
    expect(await offeredNames(deps.db)).toHaveLength(40)
    expect((await pullPlaces(deps, input, () => {})).summary.hasChanged).toBe(false)
    // The area is loaded completely, including cells without businesses.
    const { coverage } = await deps.catalog.refresh()
    expect(coverage.byCell.size).toBeGreaterThan(3)
    const state = await pullPlaces(deps, { ...input, state: 'TX' }, () => {})
    expect(state.summary.counts.added).toBe(4000)
    // A part of a release without places there says nothing about the area.
    await expect(pullPlaces(deps, { ...input, near: 'Miami, FL' }, () => {})).rejects.toThrow(/no place in .*Miami/)
    await expect(pullPlaces(deps, { ...input, near: 'Qwxyzt' }, () => {})).rejects.toThrow('could not find')
    await expect(pullPlaces(deps, { from: input.from, state: 'Boulder, CO' }, () => {})).rejects.toThrow(
      'is not a state',
    )
    await expect(pullPlaces(deps, { ...input, near: 'Springfield' }, () => {})).rejects.toThrow(
      /may mean several places. Choose one of Springfield, \w\w; Springfield, /,
    )
  })

  test('requested twice is pulled one after the other, and neither pull deletes the files of the other', async () => {
    const deps = depsIn(product())
    const input = { near: 'Boulder, CO', miles: 10, from: server.address + filePath }
    const both = await Promise.all([pullPlaces(deps, input, () => {}), pullPlaces(deps, input, () => {})])
    expect(new Set(both.map(({ summary }) => summary.counts.added))).toEqual(new Set([0, 40]))
    expect(await readdir(path.join(folder, 'pulls'))).toEqual([])
  })

  test('without places counts as loaded if the whole release was read, unless places would be removed', async () => {
    const deps = depsIn(product())
    const amarillo = { near: 'Amarillo, TX', miles: 5, from: `${server.address}/release/2026-04-15.0/` }
    const cell = cellOf(35.2, -101.83)
    const isLoaded = async () => (await deps.catalog.refresh()).coverage.byCell.has(cell)
    const one = [samplePlace({ sourceId: 'old', lat: 35.2, lon: -101.83 })]
    const older = { source: 'overture', release: '2026-03-18', places: one, coveredCells: [cell] } as const
    await importPlaces(testDeps(deps.db), older)
    await expect(pullPlaces(deps, amarillo, () => {})).rejects.toThrow('and 1 place would be removed')
    await emptyCatalog(deps.db)
    // One file may be only a part of a release, and a release says nothing about the area beyond its rows.
    await expect(pullPlaces(deps, { ...amarillo, from: server.address + filePath }, () => {})).rejects.toThrow(
      'no place in',
    )
    await expect(pullPlaces(deps, { ...amarillo, near: 'Miami, FL' }, () => {})).rejects.toThrow('no place in')
    expect(await isLoaded()).toBe(false)
    const { summary } = await pullPlaces(deps, amarillo, () => {})
    expect(summary).toMatchObject({ hasChanged: true, counts: { read: 0, added: 0 } })
    expect(await isLoaded()).toBe(true)
    expect((await pullPlaces(deps, amarillo, () => {})).summary.hasChanged).toBe(false)
  })

  test('is read without footers when its release is known, and not at all when it is loaded', async () => {
    const deps = depsIn(product())
    const input = { near: 'Boulder, CO', miles: 5, from: `${server.address}/release/2026-04-15.0/` }
    await prepareRelease({ ...deps, config: { ...deps.config, PLACES_URL: input.from } })
    const asked = { requests: server.asked, bytes: server.bytes }
    let bytesWanted = 0
    const { pulled } = await pullPlaces(deps, input, event => {
      if ('pulling' in event) bytesWanted = event.pulling.bytesWanted
    })
    expect(pulled).toMatchObject({ rows: 40, bytesRead: server.bytes - asked.bytes })
    // Between columns of such small row groups, gaps of less than 8 kB are downloaded, too.
    expect(pulled.bytesRead).toBeLessThan(bytesWanted * 1.4)
    const requests = server.asked
    const again = await pullPlaces(deps, input, () => {})
    expect({ ...again.summary.counts, hasChanged: again.summary.hasChanged, asked: server.asked }).toMatchObject({
      read: 0,
      hasChanged: false,
      asked: requests,
    })
    // Known row groups of a file that was replaced are not used.
    server.tag = '"two"'
    server.content = new Uint8Array(
      overtureFile([...manyPlaces('Austin', austin, 3000), ...manyPlaces('Boulder', inBoulder, 7)]),
    )
    await emptyCatalog(deps.db)
    expect((await pullPlaces(deps, input, () => {})).pulled.rows).toBe(7)
    const next = server.bytes
    await emptyCatalog(deps.db)
    expect((await pullPlaces(deps, input, () => {})).pulled).toMatchObject({ rows: 7, bytesRead: server.bytes - next })
  })

  test('of one file of a newer release keeps the places that may be in the other files', async () => {
    const deps = depsIn(product())
    const kept = samplePlace({ sourceId: 'kept', lat: inBoulder.lat + 0.1 })
    await importPlaces(testDeps(deps.db), {
      source: 'overture',
      release: '2026-03-18.0',
      places: [kept],
      coveredCells: boulderCells,
    })
    const input = { near: 'Boulder, CO', miles: 5 }
    const part = await pullPlaces(deps, { ...input, from: server.address + filePath }, () => {})
    expect(part.summary.counts).toMatchObject({ added: 40, vanished: 0 })
    const whole = await pullPlaces(deps, { ...input, from: `${server.address}/release/2026-04-15.0/` }, () => {})
    expect(whole.summary.counts).toMatchObject({ added: 0, vanished: 1 })
  })
})
