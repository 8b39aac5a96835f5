import { findTown, type Gazetteer, isUnitedStates, stateCode, townSpelling, zipInfo } from '#geography/index.ts'
import type { RawPlace } from '#place-files/index.ts'
import { cleanText } from './clean-text.ts'
import { cutTown, readTownColumn } from './one-column-address.rules.ts'

/** With the name of the business, which some lists repeat before the street. */
export type RawAddress = Pick<RawPlace, 'name' | 'street' | 'city' | 'region' | 'postcode'>
export type Address = { street: string | null; city: string | null; state: string | null; zip: string | null }

const ZIP = /(?:^|\D)(\d{5})(?:-?\d{4}|-\w*)?(?!\d)/

/** Street, town, state, and ZIP in postal form, whatever the source's spelling. */
export function normalizeAddress(raw: RawAddress, gazetteer: Gazetteer): Address {
  const region = stateCode(raw.region ?? '')
  const column = readTownColumn(cleanText(raw.city, 100) ?? '', region, gazetteer)
  const { street, tail } = splitStreet(withoutName(raw), column.town)
  const state = region ?? column.state ?? stateAmong(tail.split(/[,#]/))
  const zip = zipOf(raw.postcode, { state, town: column.town }, gazetteer) ?? column.zip ?? ZIP.exec(tail)?.[1] ?? null
  const line = { street, town: column.town, state, zip }
  return spelled(column.town === '' ? cutTown(line, tail, gazetteer) : line, gazetteer)
}

function withoutName({ name, street }: RawAddress): string | null {
  const [line, start] = [cleanText(street) ?? '', name?.trim() ?? '']
  const isRepeated = start !== '' && line[start.length] === ',' && line.toLowerCase().startsWith(start.toLowerCase())
  return isRepeated ? line.slice(start.length + 1) : line
}

type Line = { street: string | null; town: string; state: string | null; zip: string | null }

function spelled({ street, town, zip, state }: Line, gazetteer: Gazetteer): Address {
  const known = zip === null ? null : zipInfo(gazetteer, zip)
  const inState = state ?? known?.state ?? null
  const city = town === '' ? (known?.city ?? null) : townSpelling(gazetteer, town, inState)
  return { street, city, state: inState, zip }
}

/** Splits a first line that contains the whole address into the street and the rest. */
export function splitStreet(line: string | null, town: string): { street: string | null; tail: string } {
  const parts = (line ?? '').split(',').map(part => part.trim())
  let end = parts.length
  while (end > 0 && isAfterStreet(parts[end - 1] ?? '', town.toLowerCase())) end--
  const street = parts.slice(0, end).join(', ')
  return { street: street === '' ? null : street, tail: parts.slice(end).join(', ') }
}

// For example "Boulder", "CO", "CO 80302", "Boulder CO 80302", "80302", "USA", or "United States # CO 80309".
function isAfterStreet(part: string, town: string): boolean {
  let rest = part.toLowerCase()
  if (town !== '' && (rest === town || rest.startsWith(`${town} `))) rest = rest.slice(town.length).trim()
  return rest.split('#').every(piece => isRegionOrCountry(piece.replace(/\b\d{5}(?:-\d{4})?$/, '').trim()))
}

const isRegionOrCountry = (words: string) => words === '' || isUnitedStates(words) || stateCode(words) !== null

// Finds the state in the rest of "12 Main St, Boulder, CO 80303, USA".
function stateAmong(parts: readonly string[]): string | null {
  for (const part of parts) {
    const state = stateCode(part.replace(/\d{5}(?:-\d{4})?\s*$/, ''))
    if (state !== null) return state
  }
  return null
}

/**
 * Five digits from "80302-1234", "CO 80302", "80302.0", or "2139", which lost the zero of 02139 in a spreadsheet. Many
 * countries have postcodes of four digits, so a state or a town must agree.
 */
function zipOf(postcode: string | null, near: Pick<Line, 'state' | 'town'>, gazetteer: Gazetteer): string | null {
  const text = cleanText(postcode, 40)?.replace(/\.0$/, '') ?? ''
  const zip = ZIP.exec(text)?.[1]
  if (zip !== undefined) return zip
  if (!/^\d{3,4}$/.test(text)) return null
  const padded = zipInfo(gazetteer, text.padStart(5, '0'))
  if (padded === null) return null
  const isTownThere = near.town === '' || findTown(gazetteer, near.town, padded.state) !== null
  return near.state === padded.state || (near.state === null && isTownThere) ? padded.zip : null
}
