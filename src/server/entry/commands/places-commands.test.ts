import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { unchangedSummary } from '#server/catalog/load/import-input.ts'
import type { Deps } from '#server/features/deps.ts'
import { createTestApp } from '#tests/support/app.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { linesOf } from './import-lines.ts'
import { linesOfUpdate } from './places-update.command.ts'
import { runCommand } from './run-command.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'places-commands-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function linesAfter(deps: Deps, ...argv: string[]): Promise<string[]> {
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const voice = { print, progress: () => {}, complain: print }
  expect(await runCommand({ argv, cwd: folder, deps, migrated: [], voice })).toBe(0)
  return lines
}

describeOnPostgres('the commands about places', open => {
  test('count one place in the singular', async () => {
    const { deps } = await createTestApp({ db: await open() })
    writeFileSync(
      path.join(folder, 'own.csv'),
      'name,phone,zip,website,is_open,License Status,notes\nFlatirons Plumbing,(303) 440-0199,80302,https://flatirons.invalid,1,active,\n',
    )
    const imported = await linesAfter(deps, 'places', 'import', 'own.csv')
    expect(imported[0]).toMatch(/: 1 row read$/)
    const warning = '  WARNING: is_open, License Status may say which businesses are closed, and were not used.'
    expect(imported).toContain(warning)
    const status = await linesAfter(deps, 'places', 'status')
    expect(status.slice(0, 3)).toEqual(['csv/own: 1 place', expect.stringContaining('release'), '  1 cell in CO'])
    expect(status).toContain(warning)
    expect((await linesAfter(deps, 'places', 'enrich', '--list', 'csv/own'))[0]).toBe('csv/own: 1 website was due')
    expect(await linesAfter(deps, 'places', 'drop', 'own')).toEqual(['csv/own: 1 place removed.'])
  })

  test('say once why places are not offered', async () => {
    const { deps } = await createTestApp({ db: await open() })
    for (const [list, phone] of Object.entries({ first: '(303) 440-0199', second: '(303) 440-0188' })) {
      writeFileSync(path.join(folder, `${list}.csv`), `name,phone,zip\n${list} Plumbing,${phone},80302\n`)
      await linesAfter(deps, 'places', 'import', `${list}.csv`)
      await linesAfter(deps, 'suppress', 'add', phone)
    }
    const status = await linesAfter(deps, 'places', 'status')
    expect(status.filter(line => line.includes('not offered'))).toEqual([
      'csv/first: 1 place, 1 of them not offered',
      'csv/second: 1 place, 1 of them not offered',
    ])
    expect(status.filter(line => line.startsWith('Not offered:'))).toHaveLength(1)
  })

  test('an expected failure is told in its own words, also if they remind of the database, and is not logged', async () => {
    const { deps, log } = await createTestApp({
      db: await open(),
      settings: { DATABASE_URL: 'postgres://127.0.0.1/leads' },
    })
    const complaints: string[] = []
    const voice = { print: () => {}, progress: () => {}, complain: (line: string) => void complaints.push(line) }
    const run = (...argv: string[]) => runCommand({ argv, cwd: folder, deps, migrated: [], voice })
    expect(await run('places', 'import', 'Query read timeout.csv')).toBe(1)
    expect(await run('suppress', 'remove', '(303) 440-0199')).toBe(1)
    expect(complaints).toEqual([
      `There is no file ${path.join(folder, 'Query read timeout.csv')}`,
      '"(303) 440-0199" is not on the list.',
    ])
    expect(log.filter(line => line.includes('command failed'))).toEqual([])
  })
})

test('the lines about an import count one older place in the singular', () => {
  const unchanged = unchangedSummary('overture', '2026-03')
  const linesAbout = (outsideOfFiles: number) =>
    linesOf({ ...unchanged, counts: { ...unchanged.counts, outsideOfFiles } })
  expect(linesAbout(1)).toContain('  The files cover some cells only in part: 1 older place in these cells stays.')
  expect(linesAbout(2)).toContain('  The files cover some cells only in part: 2 older places in these cells stay.')
})

test.each([
  [[1], '1 cell of the map in 1 area has'],
  [[1, 2], '2 cells of the map in 1 area have'],
])('the line about an update of the cells %j says "%s"', (cells, words) => {
  const [line] = linesOfUpdate({ release: '2026-03', areas: [{ label: 'Colorado', cells }], decision: null })
  expect(line).toBe(`Release 2026-03: ${words} an older one.`)
})
