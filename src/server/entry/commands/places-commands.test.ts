import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '#tests/support/app.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { runCommand } from './run-command.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'places-commands-'))
afterAll(() => rmSync(folder, { recursive: true }))

describeOnPostgres('the commands about places', open => {
  test('count one place in the singular', async () => {
    const { deps } = await createTestApp({ db: await open() })
    const run = async (...argv: string[]): Promise<string[]> => {
      const lines: string[] = []
      const print = (line: string) => void lines.push(line)
      const voice = { print, progress: () => {}, complain: print }
      expect(await runCommand({ argv, cwd: folder, deps, migrated: [], voice })).toBe(0)
      return lines
    }
    writeFileSync(path.join(folder, 'own.csv'), 'name,phone,zip\nFlatirons Plumbing,(303) 440-0199,80302\n')
    expect((await run('places', 'import', 'own.csv'))[0]).toMatch(/: 1 row read$/)
    expect((await run('places', 'status')).slice(0, 3)).toEqual([
      'csv/own: 1 place',
      expect.stringContaining('release'),
      '  1 cell in CO',
    ])
    expect(await run('places', 'drop', 'own')).toEqual(['csv/own: 1 place removed.'])
  })
})
