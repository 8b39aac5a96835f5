import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const folder = path.resolve(import.meta.dirname, '../../dist/words')

/** Changes with every list and every file of this library. */
let version: string | undefined
function currentVersion(): string {
  if (version !== undefined) return version
  const hash = createHash('sha256')
  const files = readdirSync(import.meta.dirname, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && !entry.name.includes('.test.'))
    .map(({ parentPath, name }) => path.join(parentPath, name))
  for (const file of files.toSorted()) hash.update(readFileSync(file))
  version = hash.digest('hex')
  return version
}

/**
 * Reads a text that takes long to build from its file in `dist`. Builds and writes it if the file is missing, or was
 * built by another version of this library.
 */
export function prebuilt(name: string, build: () => string): string {
  const file = path.join(folder, name)
  const first = `${currentVersion()}\n`
  const known = read(file)
  if (known?.startsWith(first) === true) return known.slice(first.length)
  const text = build()
  write(file, first + text)
  return text
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

/** Writes the whole file or nothing. */
function write(file: string, text: string): void {
  const unfinished = `${file}.${randomUUID()}`
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(unfinished, text)
    renameSync(unfinished, file)
  } catch (error) {
    // A read-only image also works; it only starts a second later.
    if (!(error instanceof Error && 'code' in error && ['EACCES', 'EPERM', 'EROFS'].includes(String(error.code))))
      throw error
  }
}
