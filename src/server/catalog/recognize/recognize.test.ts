import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { type Gazetteer, loadGazetteer } from '#geography/index.ts'
import { importPlaces } from '#server/catalog/load/import.usecases.ts'
import type { CatalogPlace } from '#server/catalog/place/place-facts.ts'
import type { Db } from '#server/platform/database/db.ts'
import { describeOnBothDatabases } from '#tests/support/databases.ts'
import { samplePlace, testDeps } from '#tests/support/imports.ts'
import type { DescribedBusiness } from './described-business.ts'
import { recognize } from './recognize.usecases.ts'

const nothing = { phone: null, domain: null, street: null, city: null, state: null, zip: null }
const places: Partial<CatalogPlace>[] = [
  { name: 'Boulder Smiles' },
  { name: 'Hotel Boulderado' },
  { name: 'Farmers Insurance - Brian Dolan' },
  { name: 'Dolan + Zimmerman LLP - Boulder' },
  { name: 'Scott J Kaminker, DDS' },
  { name: 'Bedell and Co' },
  { name: 'Martin A. Gleason Funeral Home', city: 'New York', state: 'NY', zip: '11354', lat: 40.767, lon: -73.828 },
]

describeOnBothDatabases('rows of customers', open => {
  let db: Db
  let gazetteer: Gazetteer
  beforeAll(async () => {
    db = await open()
    gazetteer = await loadGazetteer()
    const listed = places.map((facts, at) =>
      samplePlace({ sourceId: facts.name ?? '', phone: 13_035_550_100 + at, ...facts }),
    )
    await importPlaces(testDeps(db, { gazetteer }), {
      source: 'csv',
      listName: 'own',
      release: '2026-05-01',
      places: listed,
    })
  })
  const matchOf = async (row: Partial<DescribedBusiness>) => {
    const [recognized] = await recognize(db, gazetteer, [{ ...nothing, name: null, ...row }])
    const { match, keys } = recognized?.row ?? { match: 'none', keys: [] }
    return { match, names: keys.map(key => key.slice('csv/own:'.length)) }
  }

  test.each<[string, string, string, string]>([
    ['a person before the name', 'Ann Lee / Boulder Smiles', 'Boulder', 'Boulder Smiles'],
    ['words in another order', 'Smiles Boulder', 'Boulder', 'Boulder Smiles'],
    ['the kind behind the name', 'Boulderado (hotel)', 'Boulder', 'Hotel Boulderado'],
    ['the surname first', 'Dolan, Brian (farmers ins)', 'Boulder', 'Farmers Insurance - Brian Dolan'],
    ['a misspelled practitioner', 'Dr. Kaminkar dds', 'Boulder', 'Scott J Kaminker, DDS'],
    ['an owner, and the kind', 'Mary B., Bedell & Co. antiques', 'Boulder', 'Bedell and Co'],
    ['the town of the post office', "Gleason's funeral home", 'Flushing', 'Martin A. Gleason Funeral Home'],
  ])('with %s: the user is asked', async (_, name, city, place) => {
    const { match, names } = await matchOf({ name, city })
    expect([match, names]).toEqual(['likely', expect.arrayContaining([place])])
  })

  test('with a person before, behind, or in the name of a place: it is found, or the user is asked', async () => {
    const person = fc.constantFrom('Ann Lee', 'Lee, Ann', 'Dr. Kwame Okafor', 'Mrs. B. Rossi')
    const written = fc.constantFrom('P / N', 'P - N', 'P, N', 'N (P)', 'N c/o P', 'N, Attn: P', 'P: N')
    const listed = fc.constantFrom(...places)
    await fc.assert(
      fc.asyncProperty(person, written, listed, fc.boolean(), async (ann, how, { name = '', ...facts }, hasZip) => {
        const { city = 'Boulder', state = 'CO', zip = '80302' } = facts
        const row = how.replace('N', name).replace('P', ann)
        const { names } = await matchOf({ name: row, city, state, zip: hasZip ? zip : null })
        expect([row, names]).toEqual([row, expect.arrayContaining([name])])
      }),
      { numRuns: 60 },
    )
  })

  test('with initials alone: a place with such an initial is not meant', async () => {
    expect(await matchOf({ name: 'J & J', city: 'Boulder' })).toEqual({ match: 'none', names: [] })
  })

  test('with any name: none stops the comparison', async () => {
    const long = fc.string({ unit: 'grapheme', maxLength: 30 }).map(text => text.repeat(200))
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string({ unit: 'binary' }), long, fc.constant('&&&')), async name => {
        const { match } = await matchOf({ name: name.replaceAll(/\0|\p{Cs}/gu, ''), city: 'Boulder' })
        expect(match).toBe('none')
      }),
      { numRuns: 60 },
    )
  })
})
