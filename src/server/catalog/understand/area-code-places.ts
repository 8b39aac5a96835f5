import type { Gazetteer } from '#server/catalog/gazetteer/gazetteer.ts'
import { areaCodes } from '#server/catalog/place/area-codes.ts'
import { distanceMiles } from '#server/catalog/place/great-circle.ts'
import { type LocationResolution, pointLocation, unknown } from './location-resolution.ts'

const TYPED = /^(?:in )?(?:the )?(?:area ?code:? (\d{3})|(\d{3}) area(?: ?code)?)$|^the (\d{3})$/i

// These cover hardly more than their city and its suburbs.
const codesOfCities: ReadonlySet<number> = new Set([
  202, 206, 210, 212, 213, 214, 215, 216, 303, 305, 312, 313, 314, 317, 404, 412, 414, 415, 504, 602, 614, 615, 619,
  702, 713, 773, 901,
])
const MAX_MILES_TO_CITY = 10

/** The main city of "area code 303" and "the 303". It is only suggested if the code covers much more. */
export function cityOfAreaCode(gazetteer: Gazetteer, words: string): LocationResolution | null {
  const [, behind, before, alone] = TYPED.exec(words.trim().replaceAll(/\s+/g, ' ')) ?? []
  const typed = Number(behind ?? before ?? alone)
  const main = areaCodes.find(({ code }) => code === typed)
  const city =
    main && gazetteer.towns.find(town => town.state === main.state && distanceMiles(town, main) <= MAX_MILES_TO_CITY)
  if (city === undefined) return null
  return codesOfCities.has(typed) ? pointLocation(city) : unknown([`${city.name}, ${city.state}`])
}
