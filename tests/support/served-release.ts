import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { cellOf } from '#geography/index.ts'
import { inBoulder } from './imports.ts'
import { overtureFile, type TestPlace } from './overture-file.ts'
import { RangeServer } from './range-server.ts'

export const austin = { lat: 30.267, lon: -97.743 }
export const boulderCells = [cellOf(inBoulder.lat, inBoulder.lon)]

export const manyPlaces = (name: string, at: { lat: number; lon: number }, count: number): TestPlace[] =>
  Array.from({ length: count }, (_, n) => ({
    id: `${name}-${n}`,
    name: `${name} Shop ${n}`,
    lat: at.lat + n / 1e4,
    lon: at.lon,
    phones: [`+1303440${String(1000 + n)}`],
  }))

/** 40 places in Boulder and 4,000 in Austin. */
export const boulderAndAustin = [...manyPlaces('Boulder', inBoulder, 40), ...manyPlaces('Austin', austin, 4000)]
const releaseFile = overtureFile(boulderAndAustin, { rowGroupSize: 1000 })

export type ServedRelease = { server: RangeServer; folder: string }
/** Serves the release to each test of a file, with an empty folder for the parts that are read. */
export function serveRelease(): () => ServedRelease {
  let served: ServedRelease
  beforeEach(async () => {
    const server = new RangeServer(releaseFile)
    await server.listen()
    served = { server, folder: await mkdtemp(path.join(tmpdir(), 'pull-test-')) }
  })
  afterEach(async () => {
    served.server.close()
    await rm(served.folder, { recursive: true, force: true })
  })
  return () => served
}
