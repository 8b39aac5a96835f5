import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ImportError } from '#place-files/index.ts'
import { csvLine } from '#server/platform/basics/csv.ts'

type Fields = readonly (string | number | null)[]

/** A CSV file. The first line creates it; if it exists already, lines are appended. */
export class CsvReport {
  #path: string | undefined
  #header: Fields
  #file: FileHandle | undefined

  /** Without a path, nothing is written. */
  constructor(path: string | undefined, header: Fields) {
    this.#path = path
    this.#header = header
  }

  get isWanted(): boolean {
    return this.#path !== undefined
  }

  /** Throws an `ImportError` if the file cannot be written. */
  async add(lines: readonly Fields[]): Promise<void> {
    if (lines.length === 0 || this.#path === undefined) return
    try {
      this.#file ??= await this.#open(this.#path)
      await this.#file.appendFile(lines.map(csvLine).join(''))
    } catch (error) {
      throw new ImportError(`${this.#path} cannot be written: ${(error as Error).message}`)
    }
  }

  /** The path of the written file; null if there was nothing to write. */
  async close(): Promise<string | null> {
    await this.#file?.close()
    return this.#file === undefined ? null : (this.#path ?? null)
  }

  async #open(path: string): Promise<FileHandle> {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const file = await open(path, 'a', 0o600)
    const { size } = await file.stat()
    if (size === 0) await file.appendFile(csvLine(this.#header))
    return file
  }
}
