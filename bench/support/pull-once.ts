/**
 * One reading of a release for `bench/reading`, in a process of its own, as the thread of a load begins cold.
 * `node pull-once.ts <folder of the product> <URL of the release> <cells as JSON>`
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type * as pulls from '#server/catalog/pull/pull-files.ts'
import { serverModule } from './earlier-version.ts'
import { ownCpuMs } from './measure.ts'

export type ReadOnce = { rows: number; bytes: number; middleMs: number; allMs: number }

const [, , root, from, cells = '[]'] = process.argv
const { pullFiles } = await serverModule<typeof pulls>(root, 'catalog/pull/pull-files.ts')
const spoolFolder = await mkdtemp(path.join(tmpdir(), 'leadline-reading-'))
const { found, indexed } = await pullFiles({ cells: [], from, spoolFolder }, { onProgress: () => {} })
const before = ownCpuMs()
let middleMs = 0
const pulled = await pullFiles(
  {
    cells: JSON.parse(cells) as number[],
    from,
    spoolFolder,
    release: found,
    index: indexed ?? undefined,
    middleFromRows: 1000,
  },
  { onProgress: () => {}, onMiddle: () => (middleMs = ownCpuMs() - before) },
)
const read: ReadOnce = { rows: pulled.rows, bytes: pulled.bytesRead, middleMs, allMs: ownCpuMs() - before }
console.log(JSON.stringify(read))
await rm(spoolFolder, { recursive: true })
