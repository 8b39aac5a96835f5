import { rm } from 'node:fs/promises'
import { beforeEach, expect, test } from 'vitest'
import type { OutboundFetch } from '#server/platform/basics/outbound-fetch.ts'
import { inBoulder } from '#tests/support/imports.ts'
import { overtureFile, overtureFileOf } from '#tests/support/overture-file.ts'
import { filePath, type RangeServer } from '#tests/support/range-server.ts'
import { boulderAndAustin, boulderCells, manyPlaces, serveRelease } from '#tests/support/served-release.ts'
import { pullFiles } from './pull-files.ts'
import { findReleaseFiles } from './release-files.ts'
import { Unreachable } from './remote-file.ts'

const served = serveRelease()
let server: RangeServer
let folder: string
beforeEach(() => ({ server, folder } = served()))
const pull = (from = server.address + filePath) =>
  pullFiles(
    { cells: boulderCells, from, spoolFolder: folder, firstWaitMs: 1, timeoutMs: 2000 },
    { onProgress: () => {} },
  )

test('a pull reads only the row groups and columns of its area, and reports how much it read', async () => {
  const pulled = await pull()
  expect(pulled).toMatchObject({ source: 'overture', release: '2026-04-15.0', rows: 40 })
  expect(pulled.bytesInFiles).toBe(server.content.length)
  expect(pulled.bytesRead).toBeLessThan(pulled.bytesInFiles * 0.8)
  expect(server.bytes).toBeLessThan(pulled.bytesRead + 100)
  expect(pulled.files[0]?.groups.map(({ number }) => number)).toEqual([0])
})

test('a row group whose bounds cover the area has no rows if none of its places is there', async () => {
  const around = [
    ...manyPlaces('West', { lat: 30, lon: -111 }, 15_000),
    ...manyPlaces('East', { lat: 50, lon: -96 }, 15_000),
  ]
  server.content = new Uint8Array(overtureFileOf([around, manyPlaces('Boulder', inBoulder, 40)]))
  const pulled = await pull()
  const rowsOf = new Map(pulled.files[0]?.groups.map(({ number, rowsByCell }) => [number, [...rowsByCell.values()]]))
  expect(rowsOf).toEqual(
    new Map([
      [0, []],
      [1, [40]],
    ]),
  )
  expect(pulled.rows).toBe(40)
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
    const broken = '<a href="http://[x]/2026-05-20.0/">no address</a>'
    response.end([broken, ...names.map(name => `<a href="${name}/">${name}/</a>`)].join(' '))
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

test('data that was read before the process was killed is not read again', async () => {
  await pull()
  const before = server.bytes
  const askedBefore = server.asked
  const again = await pull()
  expect(again.rows).toBe(40)
  expect(server.asked - askedBefore).toBe(1)
  // Only the footer of the file, with the list of its row groups.
  expect(again.bytesRead).toBeLessThan(before)
})

test('a server that sends the wrong byte range is reported in one sentence, not as an internal error', async () => {
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
      server.content = new Uint8Array(overtureFile(boulderAndAustin.slice(10), { rowGroupSize: 1000 }))
    }
    return false
  }
  expect((await pull()).rows).toBe(30)
})

test('a server that refuses connections is reported, not waited for', async () => {
  const { address } = server
  server.close()
  const refused = pullFiles(
    { cells: boulderCells, from: address + filePath, spoolFolder: folder, firstWaitMs: 100 },
    { onProgress: () => {} },
  )
  await expect(refused).rejects.toThrow(Unreachable)
})
