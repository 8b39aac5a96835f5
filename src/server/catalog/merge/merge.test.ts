import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { dropPlaces } from '#server/catalog/load/drop-places.usecases.ts'
import { importFiles } from '#server/catalog/load/import.usecases.ts'
import { placeFlags } from '#server/catalog/place/place-flags.ts'
import { emptyCatalog, inBoulder, offeredNames, writeCsv } from '#tests/support/imports.ts'
import { clinic, describeMergesOnPostgres, listed } from '#tests/support/merge-lab.ts'

const sameClinic = listed(
  'own1',
  'Flatiron Dental LLC',
  '1400 Pearl St,80302,(303) 440-0001,flatirondental.example,office@flatirondental.example,Dentist',
)

const rated = (id: string, rating: string): string =>
  `${id},Flatiron Dental,1400 Pearl St,80302,(303) 440-0001,${rating},${inBoulder.lat},${inBoulder.lon}`

describeMergesOnPostgres('rows of one business', lab => {
  const { importOverture, importList } = lab
  const publicMarks = () =>
    lab.db.query(
      `SELECT name, flags & ${placeFlags.publicPlace} <> 0 AS public FROM place WHERE is_offered ORDER BY name`,
    )
  const offered = () =>
    lab.db.query(`
      SELECT p.name, p.phone, p.website, p.email, p.license, p.flags & 23 AS flags, p.provenance, p.quality, p.lat,
        p.score_lines, (SELECT count(*)::int FROM place m WHERE m.merged_into = p.id) AS members
      FROM place p WHERE p.is_offered ORDER BY p.name`)
  const existence = async () => {
    const [row] = await lab.db.query<{ lines: string }>('SELECT score_lines AS lines FROM place WHERE is_offered')
    return Number(/^existence:\S+ (\d+)\//m.exec(row?.lines ?? '')?.[1])
  }
  /** Everything that a merge decides, by the sources' ids, which do not depend on the order of imports. */
  const decided = () =>
    lab.db.query(`
      SELECT p.source_id, h.source_id AS head, d.source_id AS possible, p.phone, p.website, p.email, p.quality,
        p.score_lines, p.is_offered, p.flags, p.own IS NULL AS is_alone
      FROM place p LEFT JOIN place h ON h.id = p.merged_into LEFT JOIN place d ON d.id = p.possible_duplicate_of
      ORDER BY p.source_id`)

  test('show the rating that most people gave', async () => {
    const header = 'source_id,name,address,zip,phone,rating,reviews,lat,lon'
    const lines = [header, rated('a', '5,1'), rated('b', '4.2,310'), rated('c', '4.9,2')]
    await importFiles(lab.deps, { files: [await writeCsv(lab.folder, 'rated.csv', lines)], listName: 'rated' })
    expect(await lab.db.query('SELECT rating, review_count FROM place WHERE is_offered')).toMatchObject([
      { rating: expect.closeTo(4.2), review_count: 310 },
    ])
  })

  test('from two sources are one lead, with each contact from the best source and that source named', async () => {
    await importOverture([clinic])
    await importList([sameClinic])
    const [place, ...others] = await offered()
    expect(others).toEqual([])
    expect(place).toMatchObject({
      phone: 13_034_400_001,
      website: 'http://flatirondental.example',
      email: 'office@flatirondental.example',
      license: 'CDLA-Permissive-2.0 AND Operator-supplied',
      flags: 7,
      members: 1,
      score_lines: expect.stringContaining('website 15/15 own website'),
    })
    expect(place?.provenance).toMatchObject({
      fields: {
        phone: { license: 'CDLA-Permissive-2.0', origin: 'Meta', confirmedOn: '2026-03-01' },
        website: { license: 'Operator-supplied', confirmedOn: null },
        email: { license: 'Operator-supplied' },
      },
    })
    expect(await lab.db.query('SELECT count(DISTINCT place_id)::int AS places FROM place_category')).toEqual([
      { places: 1 },
    ])
  })

  test('confirm each other, so the place more likely exists', async () => {
    await importList([sameClinic])
    const alone = await existence()
    await importOverture([{ ...clinic, confidence: 0.5 }])
    expect(await existence()).toBe(alone + 3)
  })

  test('are a business by name if one source knows a contact, whichever row is the best', async () => {
    const cemetery = { ...clinic, name: 'Flatiron Cemetery', category: 'cemeteries' }
    await importOverture([
      { ...cemetery, phones: [], updated: '2026-04-01T00:00:00Z' },
      { ...clinic, id: 'park', name: 'Quux Park', category: 'park', street: '9 Elm St', phones: [] },
    ])
    const park = { name: 'Quux Park', public: true }
    expect(await publicMarks()).toEqual([{ name: 'Flatiron Cemetery', public: true }, park])
    // Without coordinates, so that it is not the best row.
    await importList(['own1,Flatiron Cemetery,1400 Pearl St,80302,(303) 440-0001,,,cemeteries,,'])
    expect(await publicMarks()).toEqual([{ name: 'Flatiron Cemetery', public: false }, park])
    await dropPlaces(lab.deps, 'csv/own')
    expect(await publicMarks()).toEqual([{ name: 'Flatiron Cemetery', public: true }, park])
  })

  test('are one lead in other spellings at one spot, if one source has no address', async () => {
    await importOverture([{ ...clinic, name: 'The Flatiron Dental Center' }])
    await importList([listed('own1', 'Flatiron Dentl Ctr', ',,,,,Dentist')])
    expect(await offeredNames(lab.db)).toEqual(['The Flatiron Dental Center'])
  })

  test('are one lead in one house if the first and last name are swapped', async () => {
    await importOverture([{ ...clinic, name: 'Miller Anna DDS' }])
    await importList([listed('own1', 'Anna Miller D.D.S.', '1400 Pearl St,80302,,,,Dentist')])
    expect(await offeredNames(lab.db)).toEqual(['Miller Anna DDS'])
  })

  test('are compared by what their own source says, not by what the place got from another row', async () => {
    const name = 'Flatiron Dental & Braces'
    const list = [listed('own1', 'Flatiron Dental', '1400 Pearl St,80302,(303) 440-0099,,,Dentist')]
    // The second row has the house, and gets its phone from the first one.
    const release = [
      { ...clinic, name, street: null },
      { ...clinic, id: 'house', name, phones: [], confidence: 0.99 },
    ]
    await importOverture(release)
    expect(await offered()).toMatchObject([{ phone: 13_034_400_001, members: 1 }])
    await importList(list)
    const found = await decided()
    expect(await offered()).toHaveLength(1)
    await emptyCatalog(lab.db)
    await importList(list)
    await importOverture(release)
    expect(await decided()).toEqual(found)
  })

  test('are one lead after a move within a mile with the same phone', async () => {
    const lat = inBoulder.lat + 0.01
    await importOverture([clinic, { ...clinic, id: 'moved', street: '9 Elm St', lat }])
    expect(await offered()).toHaveLength(1)
  })

  test('are separate again when one source is removed and when they no longer match', async () => {
    await importOverture([clinic])
    const before = await offered()
    await importList([sameClinic])
    expect(await offered()).toHaveLength(1)
    await importList([listed('own1', 'Something Else', '9 Other Rd,80302,(303) 440-0077,,,Dentist')])
    expect(await offeredNames(lab.db)).toEqual(['Flatiron Dental', 'Something Else'])
    await importList([sameClinic])
    expect(await offered()).toHaveLength(1)
    await dropPlaces(lab.deps, 'csv')
    expect(await offered()).toEqual(before)
  })

  test('are one lead if a list has only a name, a phone, and a ZIP; it is where the other source says', async () => {
    const list = ['own1,Flatiron Dental LLC,,80302,(303) 440-0001,,office@flatirondental.example,Dentist,,']
    const places = [{ ...clinic, lat: inBoulder.lat - 0.02 }]
    const expected = [
      { name: 'Flatiron Dental', members: 1, email: 'office@flatirondental.example', lat: inBoulder.lat - 0.02 },
    ]
    await importOverture(places)
    await importList(list)
    expect(await offered()).toMatchObject(expected)
    await emptyCatalog(lab.db)
    await importList(list)
    await importOverture(places)
    expect(await offered()).toMatchObject(expected)
  })

  test('are temporarily closed if the newest of them says so', async () => {
    await importOverture([{ ...clinic, status: 'temporarily_closed', updated: '2026-04-01T00:00:00Z' }])
    await importList([sameClinic])
    expect(await offered()).toMatchObject([{ members: 1, quality: 39 }])
  })

  test('give the same result whichever source was imported first', async () => {
    const braces = { ...clinic, name: 'Flatiron Dental Braces' }
    const other = { ...clinic, id: 'clinic2', name: 'Flatiron Dental Care', phones: ['303-440-0009'], street: null }
    const possible = { ...clinic, id: 'z', name: 'Flatiron Dental Surgeons', phones: null, street: '1400 Pearl St' }
    const places = [braces, other, possible]
    const lines = [
      sameClinic.replace('Dental LLC', 'Dental Braces LLC'),
      listed('own2', 'Flatiron Dental Care', ',80302,(303) 440-0009,,,Dentist'),
    ]
    await importOverture(places)
    await importList(lines)
    const first = await decided()
    await emptyCatalog(lab.db)
    await importList(lines)
    await importOverture(places)
    expect(await decided()).toEqual(first)
    expect(first.filter(row => row.head !== null).map(row => row.source_id)).toHaveLength(2)
    expect(first.find(row => row.source_id === 'z')).toMatchObject({ head: null, is_offered: true })
    // After the list is removed, the result is the same as from the file alone.
    await dropPlaces(lab.deps, 'csv')
    const alone = await decided()
    await emptyCatalog(lab.db)
    await importOverture(places)
    expect(await decided()).toEqual(alone)
  })

  test('stay one place when a release brings no changes', async () => {
    await importOverture([clinic])
    await importList([sameClinic])
    const before = await decided()
    const [summary] = await importList([sameClinic])
    expect(summary).toMatchObject({ hasChanged: false })
    await importOverture(
      [clinic, { ...clinic, id: 'far', name: 'Far', phones: ['303-440-0055'], street: '1 A St' }],
      '2026-05-20.0',
    )
    expect((await decided()).filter(row => row.source_id !== 'far')).toEqual(before)
  })

  test('next to one from OpenStreetMap are one lead, which takes none of its facts', async () => {
    const node = { type: 'node', id: 7, lat: inBoulder.lat, lon: inBoulder.lon }
    const tags = {
      name: 'Flatiron Dental',
      amenity: 'dentist',
      'addr:housenumber': '1400',
      'addr:street': 'Pearl Street',
      email: 'front@flatirondental.example',
    }
    const importOsm = async () => {
      const file = path.join(lab.folder, 'osm.json')
      await writeFile(
        file,
        JSON.stringify({ osm3s: { timestamp_osm_base: '2026-04-01T00:00:00Z' }, elements: [{ ...node, tags }] }),
      )
      return importFiles(lab.deps, { files: [file] })
    }
    await importOsm()
    expect(await offered()).toMatchObject([{ email: 'front@flatirondental.example', license: 'ODbL-1.0' }])
    const alone = await offered()
    await importOverture([clinic])
    const [place, ...others] = await offered()
    expect(others).toEqual([])
    expect(place).toMatchObject({ email: null, license: 'CDLA-Permissive-2.0', members: 1 })
    expect(place?.provenance).toMatchObject({
      fields: { name: { license: 'CDLA-Permissive-2.0' } },
      members: [{ sourceId: 'clinic' }, { sourceId: 'node/7' }],
    })
    await dropPlaces(lab.deps, 'overture')
    expect(await offered()).toEqual(alone)
  })

  test('that are only similar are both kept, and the worse one is marked', async () => {
    await importOverture([
      { ...clinic, name: 'Flatiron Dental Braces', websites: ['https://flatirondental.example'] },
      {
        ...clinic,
        id: 'alike',
        name: 'Flatiron Dental Surgeons',
        phones: null,
        emails: ['a@flatirondental.example'],
        street: '1400 Pearl St',
        websites: ['https://flatirondental.example'],
      },
    ])
    const rows = await decided()
    expect(rows.map(row => [row.source_id, row.head, row.possible])).toEqual([
      ['alike', null, 'clinic'],
      ['clinic', null, null],
    ])
    expect(rows[0]?.quality).toBeLessThanOrEqual(59)
    expect(rows[0]?.score_lines).toContain('limit:possible-duplicate')
  })

  test('that may be one business are marked beside a place of several rows, and at any score', async () => {
    const poor = { ...clinic, id: 'renamed', name: 'Quokka Smiles', confidence: 0.1, updated: '2020-01-01T00:00:00Z' }
    const release = [clinic, poor]
    await importOverture(release)
    const alone = await decided()
    expect(alone.map(row => [row.source_id, row.possible])).toEqual([
      ['clinic', null],
      ['renamed', 'clinic'],
    ])
    expect(alone[1]?.quality).toBeLessThan(59)
    expect(alone[1]?.score_lines).toContain('limit:possible-duplicate')
    await importList([sameClinic])
    const beside = await decided()
    expect(beside.map(row => [row.source_id, row.head, row.possible])).toEqual([
      ['clinic', 'own1', null],
      ['own1', null, null],
      ['renamed', null, 'own1'],
    ])
    await emptyCatalog(lab.db)
    await importList([sameClinic])
    await importOverture(release)
    expect(await decided()).toEqual(beside)
    await dropPlaces(lab.deps, 'csv')
    expect(await decided()).toEqual(alone)
  })
})
