import { type WriteStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { once } from 'node:events'
import { dirname } from 'node:path'
import { finished } from 'node:stream/promises'
import { csvLine } from '../../shared/csv.ts'

type Fields = readonly (string | number | null)[]

/** A CSV file that comes to be with its first line. Lines are added to a file that is there already. */
export class CsvReport {
  #path: string | undefined
  #header: Fields
  #file: WriteStream | undefined

  /** Without a path nothing is written. */
  constructor(path: string | undefined, header: Fields) {
    this.#path = path
    this.#header = header
  }

  get isWanted(): boolean {
    return this.#path !== undefined
  }

  async add(lines: readonly Fields[]): Promise<void> {
    if (lines.length === 0 || this.#path === undefined) return
    this.#file ??= await this.#open(this.#path)
    if (!this.#file.write(lines.map(csvLine).join(''))) await once(this.#file, 'drain')
  }

  /** The written file's path; null where there was nothing to write. */
  async close(): Promise<string | null> {
    const file = this.#file
    if (file === undefined) return null
    if (!file.writableEnded) file.end()
    if (!file.destroyed) await finished(file)
    return this.#path ?? null
  }

  async #open(path: string): Promise<WriteStream> {
    await mkdir(dirname(path), { recursive: true })
    const isNew = !existsSync(path)
    const file = createWriteStream(path, { flags: 'a' })
    if (isNew) file.write(csvLine(this.#header))
    return file
  }
}
