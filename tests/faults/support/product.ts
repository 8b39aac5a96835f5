import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const project = path.resolve(import.meta.dirname, '../../..')

/** A line of the product that prevents harm from a fault, and the text that replaces it. */
export type Guard = { file: string; guard: string; without: string }

/** The folder of a copy of the product without these guards. The caller removes it. */
export function productWithout(guards: readonly Guard[]): { root: string; remove: () => void } {
  const root = mkdtempSync(path.join(tmpdir(), 'leadline-unguarded-'))
  cpSync(path.join(project, 'src'), path.join(root, 'src'), { recursive: true })
  cpSync(path.join(project, 'package.json'), path.join(root, 'package.json'))
  symlinkSync(path.join(project, 'node_modules'), path.join(root, 'node_modules'))
  for (const guard of guards) takeOut(root, guard)
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) }
}

/** Throws unless the guard is in the product exactly once. Otherwise, the experiment would remove nothing. */
export function assertInProduct(guard: Guard): void {
  around(project, guard)
}

function takeOut(root: string, guard: Guard): void {
  writeFileSync(path.join(root, guard.file), around(root, guard).join(guard.without))
}

function around(root: string, { file, guard }: Guard): string[] {
  const parts = readFileSync(path.join(root, file), 'utf8').split(guard)
  if (parts.length !== 2) throw new Error(`The guard "${guard}" occurs ${parts.length - 1} times in ${file}, not once.`)
  return parts
}
