import { describe, expect, test } from 'vitest'
import { loadGazetteer } from '#geography/index.ts'
import { readPlace } from './read-place.ts'

const gazetteer = await loadGazetteer()

const areas: [words: string, label: string][] = [
  ['Boulder County, CO', 'Boulder County, CO'],
  ['boulder county', 'Boulder County, CO'],
  ['Cook Co., IL', 'Cook County, IL'],
  ['County of Cook, IL', 'Cook County, IL'],
  ['dupage county illinois', 'DuPage County, IL'],
  ['Orleans Parish', 'Orleans Parish, LA'],
  ['Bay Area', 'Bay Area, CA'],
  ['Bay Area, California', 'Bay Area, CA'],
  ['Long Island, NY', 'Long Island, NY'],
  ['Minneapolis–St. Paul', 'Twin Cities, MN'],
  ['KC', 'Kansas City Metro, MO'],
  ['Delmarva', 'Delmarva Peninsula, DE'],
  ['LBI', 'Long Beach Island, NJ'],
  ['east TN', 'East Tennessee, TN'],
]
const wordings: [words: string, label: string][] = [
  ['SoMa', 'SoMa, San Francisco, CA'],
  ['Capitol Hill, Seattle', 'Capitol Hill, Seattle, WA'],
  ['Venice, LA', 'Venice, LA'],
  ['West LA', 'West Los Angeles, Los Angeles, CA'],
  ['Central, LA', 'Central, LA'],
  ['South Boston, VA', 'South Boston, VA'],
  ['near Denver', 'Denver, CO'],
  ['within 10 miles of Denver', 'Denver, CO'],
  ['Denver – CO', 'Denver, CO'],
  ['Winston–Salem, NC', 'Winston-Salem, NC'],
  ['Va Beach', 'Virginia Beach, VA'],
  ['San Fransisco', 'San Francisco, CA'],
  ['40.0172, -105.2851', '40.0172, -105.2851 (Boulder, CO)'],
  ['40.0172° N, 105.2851° W', '40.0172, -105.2851 (Boulder, CO)'],
  ['-105.2851, 40.0172', '40.0172, -105.2851 (Boulder, CO)'],
]

describe('an area, a neighborhood, or another way to say where', () => {
  test.each(areas)('%j is the area %s', (words, label) => {
    expect(readPlace(gazetteer, words)).toMatchObject({ kind: 'area', label })
  })

  test.each(wordings)('%j is %s', (words, label) => {
    expect(readPlace(gazetteer, words)).toMatchObject({ kind: 'point', label })
  })

  test.each(['Bay Area, TX', 'Cook County, CO', 'Gotham City', 'near me', '48.8566, 2.3522'])(
    '%j is not taken for another place',
    words => {
      expect(readPlace(gazetteer, words).kind).toBe('unknown')
    },
  )

  test.each([
    ['central Nevada', ['Nevada']],
    ['Southwest LA', ['Louisiana']],
  ])('%j is a part of a state, not a town', (words, suggestions) => {
    expect(readPlace(gazetteer, words)).toEqual({ kind: 'unknown', suggestions })
  })

  test('"the Boulders" are no misspelled town, and West Virginia is a state', () => {
    expect(readPlace(gazetteer, 'the Boulders CO').kind).toBe('unknown')
    expect(readPlace(gazetteer, 'West Virginia')).toMatchObject({ kind: 'state' })
  })

  test.each(['Capitol Hill', 'Tri-State Area', 'Orange County', 'Washington County'])('%j asks which one', words => {
    const resolution = readPlace(gazetteer, words)
    if (resolution.kind !== 'ambiguous') throw new Error(`${words} is ambiguous`)
    for (const { location, label } of resolution.choices)
      expect(readPlace(gazetteer, location)).toMatchObject({ label })
  })
})
