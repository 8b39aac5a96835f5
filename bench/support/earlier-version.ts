import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A module of the product in that folder, or of this version. */
export const serverModule = async <Module>(root: string | undefined, file: string): Promise<Module> =>
  (await import(path.join(root ?? project, 'src/server', file))) as Module

const project = path.resolve(import.meta.dirname, '../..')

/** The product at another revision, in a folder of its own with the packages of this one. The caller removes it. */
export function earlierVersion(revision: string): { root: string; remove: () => void } {
  const root = path.join(mkdtempSync(path.join(tmpdir(), 'leadline-earlier-')), 'product')
  const git = (...words: string[]) => execFileSync('git', ['-C', project, 'worktree', ...words], { stdio: 'pipe' })
  git('add', '--detach', root, revision)
  symlinkSync(path.join(project, 'node_modules'), path.join(root, 'node_modules'))
  return {
    root,
    remove: () => {
      git('remove', '--force', root)
      rmSync(path.dirname(root), { recursive: true, force: true })
    },
  }
}
