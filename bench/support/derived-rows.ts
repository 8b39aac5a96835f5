import type { CatalogPlace } from '#server/catalog/place/place-facts.ts'
import { normal } from './random.ts'

type Random = () => number
type Spelling = [pattern: RegExp, other: string]

const shortNames: Spelling[] = [
  [/\bCenter\b/, 'Ctr'],
  [/\bAssociates\b/, 'Assoc'],
  [/\bCompany\b/, 'Co'],
  [/\band\b/i, '&'],
  [/\bSaint\b/, 'St'],
  [/\bMount\b/, 'Mt'],
  [/\bServices?\b/, 'Svc'],
  [/\bDepartment\b/, 'Dept'],
  [/\bInternational\b/, "Int'l"],
  [/\bUniversity\b/, 'Univ'],
  [/\bManagement\b/, 'Mgmt'],
]
const streets = [
  ['Street', 'St'],
  ['Avenue', 'Ave'],
  ['Road', 'Rd'],
  ['Boulevard', 'Blvd'],
  ['Drive', 'Dr'],
  ['Parkway', 'Pkwy'],
  ['Court', 'Ct'],
  ['North', 'N'],
  ['South', 'S'],
  ['East', 'E'],
  ['West', 'W'],
] as const
const METERS_PER_DEGREE = 111_320

/** The name as somebody else would write it: in half of all cases the same. */
export function respelledName(name: string, random: Random): string {
  const kind = random()
  if (kind < 0.55) return name
  if (kind < 0.61) return name.replace(/,? (?:LLC|Inc\.?|PC|PLLC|LLP|Ltd\.?|Corp\.?|Co\.?)$/i, '')
  if (kind < 0.66) return /^the /i.test(name) ? name : `The ${name}`
  if (kind < 0.77) return shortNames.reduce((text, [pattern, short]) => text.replace(pattern, short), name)
  if (kind < 0.84) return name.replace(/\s+[-–|(].*$|,\s.*$/, '') || name
  if (kind < 0.9) return name.replace(/\s+(?:of |in |- )?(?:Boulder|Boise)$/i, '') || name
  if (kind < 0.95) return withoutLetter(name, random)
  return name.toUpperCase()
}

function withoutLetter(name: string, random: Random): string {
  const at = 2 + Math.floor(random() * (name.length - 3))
  return name.length < 6 ? name : name.slice(0, at) + name.slice(at + 1)
}

/** A street in long or short words, often without the unit. */
export function respelledStreet(street: string, random: Random): string {
  const house = random() < 0.5 ? street.replace(/,?\s*(?:#|Suite|Ste\.?|Unit|Apt)\s*\S+.*$/i, '') : street
  const isLong = random() < 0.5
  return streets.reduce((text, [long, short]) => {
    const [from, to] = isLong ? [`\\b${short}\\b\\.?`, long] : [`\\b${long}\\b`, short]
    return random() < 0.8 ? text.replace(new RegExp(from), to) : text
  }, house)
}

/** A point some meters away. */
export function movedPoint({ lat, lon }: CatalogPlace, meters: number, random: Random): { lat: number; lon: number } {
  const distance = (Math.abs(normal(random)) * meters) / METERS_PER_DEGREE
  const angle = random() * 2 * Math.PI
  return {
    lat: lat + distance * Math.sin(angle),
    lon: lon + (distance * Math.cos(angle)) / Math.cos((lat * Math.PI) / 180),
  }
}

/** An OpenStreetMap node of the place: few have a phone, one in eight has no address, one in five no ZIP. */
export function asOsmNode(place: CatalogPlace, id: number, random: Random): object {
  const tags: Record<string, string> = { name: respelledName(place.name, random), shop: 'yes' }
  if (place.street !== null && random() < 0.88) {
    const [, number, street] = /^(\d\S*)\s+(.+)$/.exec(respelledStreet(place.street, random)) ?? []
    if (number !== undefined) tags['addr:housenumber'] = number
    tags['addr:street'] = street ?? place.street
    if (random() < 0.8 && place.city !== null) tags['addr:city'] = place.city
    if (random() < 0.8 && place.zip !== null) tags['addr:postcode'] = place.zip
  }
  if (random() < 0.35 && place.phone !== null) tags.phone = `+${place.phone}`
  if (random() < 0.45 && place.website !== null) tags.website = place.website
  return { type: 'node', id, ...movedPoint(place, 25, random), tags }
}

/** The line of a list: nearly all have a phone and a ZIP. */
export function asListed(place: CatalogPlace, id: string, random: Random): ListedPlace {
  const invented = random() < 0.85 ? 12_083_000_000 + Math.floor(random() * 999_999) : null
  return {
    ...place,
    ...movedPoint(place, 30, random),
    sourceId: id,
    name: respelledName(place.name, random),
    street: place.street === null || random() < 0.05 ? null : respelledStreet(place.street, random),
    zip: random() < 0.95 ? place.zip : null,
    phone: place.phone ?? invented,
  }
}

export type ListedPlace = Pick<
  CatalogPlace,
  | 'sourceId'
  | 'name'
  | 'street'
  | 'city'
  | 'state'
  | 'zip'
  | 'phone'
  | 'website'
  | 'email'
  | 'categories'
  | 'lat'
  | 'lon'
>

/** A CSV file of the places. */
export const listFile = (places: readonly ListedPlace[]): string =>
  [
    'source_id,name,street,city,state,zip,phone,website,email,category,lat,lon',
    ...places.map(({ categories, phone, ...place }) =>
      [
        place.sourceId,
        place.name,
        place.street,
        place.city,
        place.state,
        place.zip,
        phone === null ? null : `+${phone}`,
        place.website,
        place.email,
        categories[0],
        place.lat,
        place.lon,
      ]
        .map(value => `"${String(value ?? '').replaceAll('"', '""')}"`)
        .join(','),
    ),
  ].join('\n')
