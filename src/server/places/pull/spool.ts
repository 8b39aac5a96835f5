import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { RawPlace } from '../import/raw-place.ts'

/** What was read so far of a pull, on disk: a pull that was killed goes on where it was. */
export class Spool {
  readonly folder: string

  /** `wanted` says what is pulled, and `parent` is where pulls are kept. */
  constructor(parent: string, wanted: unknown) {
    const name = createHash('sha256').update(JSON.stringify(wanted)).digest('hex').slice(0, 16)
    this.folder = path.join(parent, name)
  }

  /** Rows of another version of the file are of no use. */
  async begin(file: number, version: string): Promise<void> {
    const folder = this.#folderOf(file)
    const versionFile = path.join(folder, 'version')
    const known = await readFile(versionFile, 'utf8').catch(() => null)
    if (known === version) return
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    await writeFile(versionFile, version)
  }

  has(file: number, group: number): boolean {
    return existsSync(this.#pathOf(file, group))
  }

  /** Wholly, or not at all. */
  async write(file: number, group: number, rows: readonly RawPlace[]): Promise<void> {
    const target = this.#pathOf(file, group)
    await writeFile(`${target}.part`, gzipSync(JSON.stringify(rows)))
    await rename(`${target}.part`, target)
  }

  async read(file: number, group: number): Promise<RawPlace[]> {
    return JSON.parse(gunzipSync(await readFile(this.#pathOf(file, group))).toString()) as RawPlace[]
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true })
  }

  #folderOf(file: number): string {
    return path.join(this.folder, String(file))
  }

  #pathOf(file: number, group: number): string {
    return path.join(this.#folderOf(file), `${group}.json.gz`)
  }
}
