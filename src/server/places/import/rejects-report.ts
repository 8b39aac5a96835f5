import { type WriteStream, createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { once } from 'node:events'
import { dirname } from 'node:path'
import { finished } from 'node:stream/promises'
import { stringify } from 'csv-stringify/sync'
import type { Rejection, RejectionCode } from './normalise.rules.ts'

/** Counts the rejected rows, and writes them to a CSV file where a path is given; without any there is no file. */
export class RejectsReport {
  readonly counts: Partial<Record<RejectionCode, number>> = {}
  total = 0
  #path: string | undefined
  #file: WriteStream | undefined

  constructor(path: string | undefined) {
    this.#path = path
  }

  async add(file: string, rejections: readonly Rejection[]): Promise<void> {
    for (const { code } of rejections) this.counts[code] = (this.counts[code] ?? 0) + 1
    this.total += rejections.length
    if (rejections.length === 0 || this.#path === undefined) return
    this.#file ??= await openReport(this.#path)
    const lines = rejections.map(({ row, code, reason, name }) => [file, row, code, reason, name])
    if (!this.#file.write(stringify(lines, { escape_formulas: true }))) await once(this.#file, 'drain')
  }

  /** The written file's path; null where nothing was rejected. */
  async close(): Promise<string | null> {
    if (this.#file === undefined) return null
    this.#file.end()
    await finished(this.#file)
    return this.#path ?? null
  }
}

async function openReport(path: string): Promise<WriteStream> {
  await mkdir(dirname(path), { recursive: true })
  const file = createWriteStream(path)
  file.write(stringify([['file', 'row', 'code', 'reason', 'name']]))
  return file
}
