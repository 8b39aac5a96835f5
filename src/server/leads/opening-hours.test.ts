import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applySiteFacts } from '#server/catalog/load/apply-sites.usecases.ts'
import { importFiles } from '#server/catalog/load/import.usecases.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { inBoulder, testDeps } from '#tests/support/imports.ts'
import { openTown, plumber, type Town } from '#tests/support/town-of-plumbers.ts'
import { visited } from '#tests/support/visited-sites.ts'

describeOnPostgres('opening hours', open => {
  let town: Town
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'opening-hours-test-'))
    town = await openTown(await open(), [plumber('Bob Plumbing', 22)])
    await loadMap('2025-11-29', 'Mo-Fr 08:00-17:00; Sa 09:00-12:00; PH off')
  })
  afterAll(async () => {
    await town.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** Loads a map on which Ann Plumbing is open at these times. */
  async function loadMap(day: string, hours: string): Promise<{ changed: number }> {
    const file = path.join(folder, 'answer.json')
    const tags = {
      name: 'Ann Plumbing',
      craft: 'plumber',
      website: 'https://annplumbing.com',
      opening_hours: hours,
      check_date: '2025-06-01',
    }
    const elements = [{ type: 'node', id: 1, ...inBoulder, tags }]
    await writeFile(file, JSON.stringify({ osm3s: { timestamp_osm_base: `${day}T04:35:58Z` }, elements }))
    const [summary] = await importFiles(testDeps(town.db), { files: [file] })
    return { changed: summary?.counts.changed ?? 0 }
  }
  const hoursOf = async (name: string) => {
    const lead = (await town.leads()).find(({ businessName }) => businessName === name)
    return {
      hours: lead?.hours,
      timeZone: lead?.timeZone,
      source: lead?.factSources.find(({ fact }) => fact === 'hours'),
    }
  }

  test('come from OpenStreetMap with their day, and are a column that an export can choose', async () => {
    await town.search()
    expect(await hoursOf('Ann Plumbing')).toMatchObject({
      hours: 'Mo-Fr 08:00-17:00; Sa 09:00-12:00',
      timeZone: 'America/Denver',
      source: { source: 'osm', confirmedOn: '2025-06-01' },
    })
    expect(await hoursOf('Bob Plumbing')).toEqual({ hours: null, timeZone: null, source: undefined })
    const { body } = await town.call('POST', '/api/export', { columns: ['name', 'opening_hours'] })
    expect(body).toContain('Ann Plumbing,Mo-Fr 08:00-17:00; Sa 09:00-12:00')
  })

  test('that are written in another way change nothing, and those that nobody can read are left out', async () => {
    expect(await loadMap('2025-12-01', 'Mo,Tu,We-Fr 8:00-17:00;Sa 09:00-12:00')).toEqual({ changed: 0 })
    expect(await loadMap('2025-12-02', 'Apr-Oct Mo-Fr 08:00-17:00')).toEqual({ changed: 1 })
    expect(await hoursOf('Ann Plumbing')).toEqual({ hours: null, timeZone: null, source: undefined })
    await loadMap('2025-12-03', 'Mo-Fr 08:00-16:00')
    expect(await hoursOf('Ann Plumbing')).toMatchObject({ hours: 'Mo-Fr 08:00-16:00' })
  })

  test("on the business's own website count more, with their page and day", async () => {
    const pageUrl = 'https://annplumbing.com/contact'
    await visited(town.db, 'annplumbing.com', [{ kind: 'hours', value: 'Mo-Sa 09:00-18:00', pageUrl }])
    await applySiteFacts({ db: town.db })
    expect(await hoursOf('Ann Plumbing')).toMatchObject({
      hours: 'Mo-Sa 09:00-18:00',
      source: { source: 'site', pageUrl, confirmedOn: '2026-11-20' },
    })
    await visited(town.db, 'annplumbing.com', [])
    await applySiteFacts({ db: town.db })
    expect(await hoursOf('Ann Plumbing')).toMatchObject({ hours: 'Mo-Fr 08:00-16:00', source: { source: 'osm' } })
  })
})
