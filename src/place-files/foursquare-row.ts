import type { ParquetLayout, ParquetRow } from './parquet-layout.ts'
import type { RawPlace } from './raw-place.ts'
import { dateOf, listOf, numberOf, textOf } from './source-values.ts'

const wanted = [
  'fsq_place_id',
  'name',
  'latitude',
  'longitude',
  'address',
  'locality',
  'region',
  'postcode',
  'country',
  'tel',
  'website',
  'email',
  'fsq_category_labels',
  'date_closed',
  'date_refreshed',
  'unresolved_flags',
  'facebook_id',
  'instagram',
  'twitter',
]

/** Foursquare OS Places: a column for each fact. Categories are paths ("Dining and Drinking > Restaurant > Diner"). */
export const foursquareLayout: ParquetLayout = {
  source: 'foursquare',
  name: 'Foursquare OS Places',
  matches: columns => columns.has('fsq_place_id'),
  needed: [['fsq_place_id'], ['name'], ['latitude'], ['longitude']],
  position: { lat: 'latitude', lon: 'longitude' },
  wanted,
  extent: { south: 'latitude', north: 'latitude', west: 'longitude', east: 'longitude' },
  dateColumn: 'date_refreshed',
  dateOf,
  readRow: readFoursquareRow,
}

// What people have reported, and Foursquare has not checked yet. Places with these flags are not worth calling.
const reports = new Set(['delete', 'doesnt_exist', 'duplicate', 'inappropriate', 'privatevenue'])

export function readFoursquareRow(row: ParquetRow, number: number): RawPlace {
  const paths = labelsOf(row.fsq_category_labels)
  const flags = labelsOf(row.unresolved_flags).flatMap(label => label.match(/\w+/g) ?? [])
  return {
    row: number,
    sourceId: textOf(row.fsq_place_id),
    name: textOf(row.name),
    phones: some(row.tel),
    websites: some(row.website),
    emails: some(row.email),
    socials: socialsOf(row),
    street: textOf(row.address),
    city: textOf(row.locality),
    region: textOf(row.region),
    postcode: textOf(row.postcode),
    country: textOf(row.country),
    lat: degreesOf(row.latitude),
    lon: degreesOf(row.longitude),
    categories: paths.flatMap(path => stepsOf(path).at(-1) ?? []),
    hierarchy: stepsOf(paths[0] ?? ''),
    confidence: null,
    sourceCount: 1,
    confirmedOn: dateOf(row.date_refreshed),
    origin: null,
    status: dateOf(row.date_closed) !== null || flags.includes('closed') ? 'closed' : 'open',
    isReported: flags.some(flag => reports.has(flag)),
    rating: null,
    reviewCount: null,
    license: null,
  }
}

const some = (value: unknown): string[] => [textOf(value)].filter(text => text !== null)
const stepsOf = (path: string): string[] =>
  path
    .split('>')
    .map(step => step.trim())
    .filter(step => step !== '')
// Numbers in CSV files are text.
const degreesOf = (value: unknown): number | null => numberOf(textOf(value) === null ? value : Number(String(value)))

/** The texts of a list. In CSV files, a list is a text such as `[Bar, Pub]` or `["Bar","Pub"]`. */
function labelsOf(value: unknown): string[] {
  const text = textOf(value)
  if (text === null) return listOf(value).flatMap(item => textOf(item) ?? [])
  return text
    .replace(/^[[{]/, '')
    .replace(/[\]}]$/, '')
    .split(/,(?=\s*["'A-Z])/)
    .map(label => label.trim().replaceAll(/^["']|["']$/g, ''))
    .filter(label => label !== '')
}

const profile = (host: string, name: string | null): string[] =>
  name === null ? [] : [`https://${host}/${encodeURIComponent(name.replace(/^@/, ''))}`]

function socialsOf(row: ParquetRow): string[] {
  const facebook = numberOf(row.facebook_id) ?? textOf(row.facebook_id)
  return [
    ...profile('www.facebook.com', facebook === null ? null : String(facebook)),
    ...profile('www.instagram.com', textOf(row.instagram)),
    ...profile('x.com', textOf(row.twitter)),
  ]
}
