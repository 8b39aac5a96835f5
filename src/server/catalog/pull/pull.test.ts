import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { importPlaces } from '#server/catalog/load/import.usecases.ts'
import { cellOf, cellsInCircle } from '#server/catalog/place/cell.ts'
import type { OutboundFetch } from '#server/platform/basics/outbound-fetch.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { emptyCatalog, inBoulder, offeredNames, samplePlace, testDeps } from '#tests/support/imports.ts'
import { overtureFile, type TestPlace } from '#tests/support/overture-file.ts'
import { filePath, RangeServer } from '#tests/support/range-server.ts'
import { stepsOf } from './pull-area.ts'
import { pullFiles } from './pull-files.ts'
import { prepareRelease, pullPlaces } from './pull.usecases.ts'
import { findReleaseFiles } from './release-files.ts'
import { Unreachable } from './remote-file.ts'

const austin = { lat: 30.267, lon: -97.743 }
const many = (name: string, at: { lat: number; lon: number }, count: number): TestPlace[] =>
  Array.from({ length: count }, (_, n) => ({
    id: `${name}-${n}`,
    name: `${name} Shop ${n}`,
    lat: at.lat + n / 1e4,
    lon: at.lon,
    phones: [`+1303440${String(1000 + n)}`],
  }))
const release = [...many('Boulder', inBoulder, 40), ...many('Austin', austin, 4000)]
const releaseFile = overtureFile(release, { rowGroupSize: 1000 })
const cells = [cellOf(inBoulder.lat, inBoulder.lon)]

let server: RangeServer
let folder: string
beforeEach(async () => {
  server = new RangeServer(releaseFile)
  await server.listen()
  folder = await mkdtemp(path.join(tmpdir(), 'pull-test-'))
})
afterEach(async () => {
  server.close()
  await rm(folder, { recursive: true, force: true })
})
const pull = (from = server.address + filePath) =>
  pullFiles({ cells, from, spoolFolder: folder, firstWaitMs: 1, timeoutMs: 2000 }, () => {})

test('a pull reads only the row groups and columns of its area, and says how much', async () => {
  const pulled = await pull()
  expect(pulled).toMatchObject({ source: 'overture', release: '2026-04-15.0', rows: 40 })
  expect(pulled.bytesInFiles).toBe(server.content.length)
  expect(pulled.bytesRead).toBeLessThan(pulled.bytesInFiles * 0.8)
  expect(server.bytes).toBeLessThan(pulled.bytesRead + 100)
  expect(pulled.files[0]?.groups).toEqual([0])
})

test('the root of a release is listed to find its files', async () => {
  const pulled = await pull(`${server.address}/release/2026-04-15.0/`)
  expect(pulled.files.map(({ url }) => url)).toEqual([server.address + filePath])
  await expect(pull(`${server.address}/nothing/`)).rejects.toThrow('lists no Parquet files')
})

test('of a folder with several releases, the newest is used', async () => {
  server.fault = (request, response) => {
    if (request.url !== '/release/') return false
    const names = ['2026-03-18.0', '2026-04-15.0', '2025-12-17.0', 'drafts']
    response.end(names.map(name => `<a href="${name}/">${name}/</a>`).join(' '))
    return true
  }
  const pulled = await pull(`${server.address}/release`)
  expect([pulled.release, pulled.rows]).toEqual(['2026-04-15.0', 40])
})

test('for Overture it uses the release that is marked as latest, not a newer one that is still being published', async () => {
  const answers: Record<string, string> = {
    'https://stac.overturemaps.org/catalog.json': '{"latest":"2026-04-15.0"}',
    'release/2026-04-15.0/theme=places/type=place/':
      '<Key>release/2026-04-15.0/theme=places/type=place/part-0.parquet</Key><Key>release/2026-04-15.0/_SUCCESS</Key>',
  }
  const asked: string[] = []
  const answer = (url: string) => {
    const key = new URL(url).searchParams.get('prefix') ?? url
    asked.push(key)
    return Promise.resolve(new Response(answers[key] ?? '', { status: key in answers ? 200 : 404 }))
  }
  const fetch = answer as unknown as OutboundFetch
  const { release: found, urls, isWhole } = await findReleaseFiles(undefined, { fetch })
  expect({ found, isWhole }).toEqual({ found: '2026-04-15.0', isWhole: true })
  expect(urls.map(url => new URL(url).pathname)).toEqual([
    '/release/2026-04-15.0/theme=places/type=place/part-0.parquet',
  ])
  expect(asked).toHaveLength(2)
  delete answers['https://stac.overturemaps.org/catalog.json']
  await expect(findReleaseFiles(undefined, { fetch })).rejects.toThrow('which release')
})

test('busy answers, broken connections, and slow answers are retried', async () => {
  server.fault = (_request, response, asked) => {
    if (asked % 3 === 0) return false
    if (asked % 3 === 1) response.writeHead(503, { 'retry-after': '0' }).end()
    else response.destroy()
    return true
  }
  expect((await pull()).rows).toBe(40)
  server.fault = (_request, _response, asked) => asked === server.asked && asked % 5 === 0
  await rm(folder, { recursive: true })
  expect((await pull()).rows).toBe(40)
})

test('a server that stays unreachable or does not support ranges is reported', async () => {
  server.fault = (_request, response) => Boolean(response.destroy())
  await expect(pull()).rejects.toThrow(Unreachable)
  server.fault = (_request, response) => Boolean(response.writeHead(200).end('PAR1'))
  const refused = pull()
  await expect(refused).rejects.toThrow('no ranges')
  // A retry would give the same answer.
  await expect(refused).rejects.not.toThrow(Unreachable)
})

test('what was read before a kill is not read again', async () => {
  await pull()
  const before = server.bytes
  const askedBefore = server.asked
  const again = await pull()
  expect(again.rows).toBe(40)
  expect(server.asked - askedBefore).toBe(1)
  // Only the end of the file, with the list of its parts.
  expect(again.bytesRead).toBeLessThan(before)
})

test('a server that sends the bytes of another range is reported with one sentence, not with a fault of ours', async () => {
  server.fault = (request, response) => {
    const [, from = 0, to = 0] = (/^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []).map(Number)
    if (to === 0) return false
    const headers = { etag: server.tag, 'content-range': `bytes ${from}-${to}/${server.content.length}` }
    response.writeHead(206, headers).end(server.content.subarray(from + 7, to + 8))
    return true
  }
  const damaged = pull()
  await expect(damaged).rejects.toThrow(Unreachable)
  await expect(damaged).rejects.toThrow('part-0.parquet is damaged, or its server sends wrong bytes')
})

test('a file that changes during a pull is read from the start', async () => {
  server.fault = (request, _response, asked) => {
    const isFirstData = asked > 1 && server.tag === '"one"' && request.headers['if-match'] !== undefined
    if (isFirstData) {
      server.tag = '"two"'
      server.content = new Uint8Array(overtureFile(release.slice(10), { rowGroupSize: 1000 }))
    }
    return false
  }
  expect((await pull()).rows).toBe(30)
})

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

test('a server that refuses connections is reported, not waited for', async () => {
  const { address } = server
  server.close()
  const refused = pullFiles({ cells, from: address + filePath, spoolFolder: folder, firstWaitMs: 100 }, () => {})
  await expect(refused).rejects.toThrow(Unreachable)
})

describeOnBothDatabases('a pulled area', open => {
  let product: TestApp
  beforeAll(async () => {
    product = await createTestApp({ db: await open() })
  }, 60_000)
  beforeEach(() => emptyCatalog(product.deps.db))
  afterAll(() => product.app.close())

  test('is in the catalog in whole cells, and a second pull changes nothing', async () => {
    const deps = { ...product.deps, config: { ...product.deps.config, DATA_DIR: folder } }
    const news: string[] = []
    const wish = { near: 'Boulder, CO', miles: 10, from: server.address + filePath }
    const first = await pullPlaces(deps, wish, told => news.push(Object.keys(told)[0] ?? ''))
    expect(first.summary.counts).toMatchObject({ read: 40, added: 40 })
    expect(first.summary.release).toBe('2026-04-15.0')
    expect(new Set(news)).toEqual(new Set(['pulling', 'importing']))
    expect(await offeredNames(deps.db)).toHaveLength(40)
    expect((await pullPlaces(deps, wish, () => {})).summary.hasChanged).toBe(false)
    // The area is loaded completely, including cells without businesses.
    const { coverage } = await deps.catalog.refresh()
    expect(coverage.byCell.size).toBeGreaterThan(3)
    const state = await pullPlaces(deps, { ...wish, state: 'TX' }, () => {})
    expect(state.summary.counts.added).toBe(4000)
    // A part of a release without places there says nothing about the area.
    await expect(pullPlaces(deps, { ...wish, near: 'Miami, FL' }, () => {})).rejects.toThrow(/no place in .*Miami/)
    await expect(pullPlaces(deps, { ...wish, near: 'Qwxyzt' }, () => {})).rejects.toThrow('could not find')
  })

  test('that somebody waits for can be searched before all of it is there', async () => {
    const deps = { ...product.deps, config: { ...product.deps.config, DATA_DIR: folder } }
    const both = { label: 'Boulder and Austin', cells: [...cells, ...cellsInCircle(austin, 30)] }
    const counted: Promise<string[]>[] = []
    const pullBoth = (isAwaited: boolean) =>
      pullPlaces(deps, { area: both, isAwaited, from: server.address + filePath }, told => {
        if ('middle' in told) counted.push(offeredNames(deps.db))
      })
    await pullBoth(true)
    const [first, ...others] = await Promise.all(counted)
    expect(others).toEqual([])
    expect([40, 4000]).toContain(first?.length)
    expect(await offeredNames(deps.db)).toHaveLength(4040)
    await emptyCatalog(deps.db)
    await pullBoth(false)
    expect(counted).toHaveLength(1)
  })

  test('whose load ends after its middle has only the middle, and gets the rest with the next load, as no news', async () => {
    const deps = { ...product.deps, config: { ...product.deps.config, DATA_DIR: folder } }
    const both = { label: 'Boulder and Austin', cells: [...cells, ...cellsInCircle(austin, 30)] }
    const pullBoth = (onMiddle: () => void) =>
      pullPlaces(deps, { area: both, isAwaited: true, from: server.address + filePath }, told => {
        if ('middle' in told) onMiddle()
      })
    const killed = pullBoth(() => {
      throw new Error('killed')
    })
    await expect(killed).rejects.toThrow('killed')
    const inMiddle = (await offeredNames(deps.db)).length
    expect([40, 4000]).toContain(inMiddle)
    const covered = (await deps.catalog.refresh()).coverage.byCell
    expect(covered.has(cellOf(inBoulder.lat, inBoulder.lon))).toBe(inMiddle === 40)
    expect(covered.has(cellOf(austin.lat, austin.lon))).toBe(inMiddle === 4000)
    const { summary } = await pullBoth(() => {})
    expect(summary.counts).toMatchObject({ added: 4040 - inMiddle, unchanged: inMiddle })
    expect((await deps.catalog.refresh()).coverage.byCell.size).toBe(new Set(both.cells).size)
    expect(await deps.db.query('SELECT place_key FROM place_change')).toEqual([])
    expect(await deps.db.query('SELECT id FROM place WHERE first_seen_on IS NOT NULL')).toEqual([])
  })

  test('requested twice is pulled one after the other, and neither pull deletes the files of the other', async () => {
    const deps = { ...product.deps, config: { ...product.deps.config, DATA_DIR: folder } }
    const wish = { near: 'Boulder, CO', miles: 10, from: server.address + filePath }
    const both = await Promise.all([pullPlaces(deps, wish, () => {}), pullPlaces(deps, wish, () => {})])
    expect(new Set(both.map(({ summary }) => summary.counts.added))).toEqual(new Set([0, 40]))
    expect(await readdir(path.join(folder, 'pulls'))).toEqual([])
  })

  test('without places counts as loaded if the whole release was read, unless places would be removed', async () => {
    const deps = { ...product.deps, config: { ...product.deps.config, DATA_DIR: folder } }
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
    const deps = { ...product.deps, config: { ...product.deps.config, DATA_DIR: folder } }
    const wish = { near: 'Boulder, CO', miles: 5, from: `${server.address}/release/2026-04-15.0/` }
    await prepareRelease({ ...deps, config: { ...deps.config, PLACES_URL: wish.from } })
    const asked = { requests: server.asked, bytes: server.bytes }
    const { pulled } = await pullPlaces(deps, wish, () => {})
    expect(pulled).toMatchObject({ rows: 40, bytesRead: server.bytes - asked.bytes })
    expect(pulled.bytesRead).toBeLessThan(pulled.bytesWanted * 1.3)
    const requests = server.asked
    const again = await pullPlaces(deps, wish, () => {})
    expect({ ...again.summary.counts, hasChanged: again.summary.hasChanged, asked: server.asked }).toMatchObject({
      read: 0,
      hasChanged: false,
      asked: requests,
    })
    // Known row groups of a file that was replaced are not used.
    server.tag = '"two"'
    server.content = new Uint8Array(overtureFile([...many('Austin', austin, 3000), ...many('Boulder', inBoulder, 7)]))
    await emptyCatalog(deps.db)
    expect((await pullPlaces(deps, wish, () => {})).pulled.rows).toBe(7)
    const next = server.bytes
    await emptyCatalog(deps.db)
    expect((await pullPlaces(deps, wish, () => {})).pulled).toMatchObject({ rows: 7, bytesRead: server.bytes - next })
  })

  test('of one file of a newer release keeps the places that may be in the other files', async () => {
    const deps = { ...product.deps, config: { ...product.deps.config, DATA_DIR: folder } }
    const kept = samplePlace({ sourceId: 'kept', lat: inBoulder.lat + 0.1 })
    await importPlaces(testDeps(deps.db), {
      source: 'overture',
      release: '2026-03-18.0',
      places: [kept],
      coveredCells: cells,
    })
    const wish = { near: 'Boulder, CO', miles: 5 }
    const part = await pullPlaces(deps, { ...wish, from: server.address + filePath }, () => {})
    expect(part.summary.counts).toMatchObject({ added: 40, vanished: 0 })
    const whole = await pullPlaces(deps, { ...wish, from: `${server.address}/release/2026-04-15.0/` }, () => {})
    expect(whole.summary.counts).toMatchObject({ added: 0, vanished: 1 })
  })
})
