import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ImportError } from '#place-files/index.ts'
import type { Rejection, RejectionCode } from '#server/catalog/normalize/normalize.rules.ts'
import { csvLine } from '#server/platform/basics/csv.ts'

/** Counts the rejected rows, and writes them to a CSV file if a path is given and there are any. */
export class RejectsReport {
  readonly counts: Partial<Record<RejectionCode, number>> = {}
  total = 0
  #path: string | undefined
  #file: FileHandle | undefined

  constructor(path: string | undefined) {
    this.#path = path
  }

  /** Throws an `ImportError` if the file cannot be written. */
  async add(file: string, rejections: readonly Rejection[]): Promise<void> {
    for (const { code } of rejections) this.counts[code] = (this.counts[code] ?? 0) + 1
    this.total += rejections.length
    if (rejections.length === 0 || this.#path === undefined) return
    const lines = rejections.map(({ row, code, reason, name }) => csvLine([file, row, code, reason, name]))
    try {
      this.#file ??= await openReport(this.#path)
      await this.#file.appendFile(lines.join(''))
    } catch (error) {
      throw new ImportError(`${this.#path} cannot be written: ${(error as Error).message}`)
    }
  }

  /** The path of the written file; null if nothing was rejected. */
  async close(): Promise<string | null> {
    await this.#file?.close()
    return this.#file === undefined ? null : (this.#path ?? null)
  }
}

/** If the file exists already, lines are appended: the lists of one command have one report. */
async function openReport(path: string): Promise<FileHandle> {
  await mkdir(dirname(path), { recursive: true })
  const file = await open(path, 'a')
  const { size } = await file.stat()
  if (size === 0) await file.appendFile(csvLine(['file', 'row', 'code', 'reason', 'name']))
  return file
}
