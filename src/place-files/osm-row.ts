import { osmCategories } from './osm-categories.ts'
import { endOf, isYes, statusOfWords, worstOf } from './place-status.ts'
import type { RawPlace } from './raw-place.ts'
import { listOf, numberOf, recordOf, textOf } from './source-values.ts'

type Tags = Readonly<Record<string, unknown>>

const businessTags = ['shop', 'amenity', 'craft', 'office', 'healthcare', 'leisure', 'tourism'] as const
const DATE = /^\d{4}-\d{2}-\d{2}/

/** Reads an element of an Overpass answer or a feature of a GeoJSON file. */
export function readOsmObject(object: unknown, row: number): RawPlace {
  const element = recordOf(object)
  const isFeature = element.type === 'Feature'
  const tags: Tags = recordOf(isFeature ? element.properties : element.tags)
  const text = (...keys: string[]) => keys.map(key => textOf(tags[key])).find(value => value !== null) ?? null
  const list = (...keys: string[]) => keys.flatMap(key => textOf(tags[key])?.split(';') ?? [])
  const categories = categoriesOf(text)
  return {
    row,
    sourceId: isFeature ? (textOf(tags['@id']) ?? textOf(element.id)) : `${String(element.type)}/${String(element.id)}`,
    // AllThePlaces leaves the name out if it is only the brand.
    name: text('name') ?? ('@spider' in tags ? text('brand') : null),
    phones: list('phone', 'contact:phone', 'contact:mobile', 'mobile'),
    websites: list('website', 'contact:website', 'url'),
    emails: list('email', 'contact:email'),
    socials: socialsOf(tags),
    street: streetOf(text),
    city: text('addr:city'),
    region: text('addr:state', 'addr:province'),
    postcode: text('addr:postcode'),
    country: text('addr:country'),
    ...pointOf(isFeature ? recordOf(element.geometry) : element),
    categories,
    hierarchy: [],
    confidence: null,
    sourceCount: 1,
    confirmedOn: DATE.exec(text('check_date', 'survey:date') ?? textOf(element.timestamp) ?? '')?.[0] ?? null,
    origin: null,
    ...(categories.length === 0 && isVacated(tags)
      ? { status: 'closed' }
      : { ...endOfTags(text), isBusiness: categories.length > 0 }),
    hours: text('opening_hours'),
    rating: null,
    reviewCount: null,
    license: null,
    brand: text('brand')?.split(';')[0] ?? null,
  }
}

type Text = (...keys: string[]) => string | null

/** The category keys of an element. Empty if it is not a business, but a bench, a mural, or a railway yard. */
function categoriesOf(text: Text): string[] {
  const keys = businessTags.flatMap(tag =>
    (text(tag)?.split(';') ?? []).flatMap(value => osmCategories(tag, value.trim())),
  )
  const cuisines = (text('cuisine')?.split(';') ?? []).flatMap(value => osmCategories('cuisine', value.trim()))
  return keys.length === 0 ? [] : [...new Set([...cuisines, ...keys])]
}

function streetOf(text: Text): string | null {
  const street = text('addr:street', 'addr:place')
  if (street === null) return text('addr:street_address', 'addr:full')
  const line = [text('addr:housenumber'), street].filter(part => part !== null).join(' ')
  const unit = text('addr:unit')
  return unit === null ? line : `${line}, Unit ${unit}`
}

const networks = { facebook: 'facebook.com', instagram: 'instagram.com', twitter: 'x.com', linkedin: 'linkedin.com' }

// Some tags have the URL of a profile, and others only its name.
const socialsOf = (tags: Tags): string[] =>
  Object.entries(networks).flatMap(([network, host]) => {
    const profile = textOf(tags[`contact:${network}`]) ?? textOf(tags[network])
    if (profile === null) return []
    return [/[./]/.test(profile) ? profile : `https://${host}/${encodeURIComponent(profile.replace(/^@/, ''))}`]
  })

const ENDED =
  /^(?:abandoned|closed|demolished|destroyed|dismantled|disused|former|historic|razed|removed|ruins|vacant|was)$/
/** Hours of a place that never opens, perhaps with a comment. */
const NEVER = /^(?:(?:mo-su|24\/7) )?(?:closed|off)(?: ?"[^"]*")?;?$/i

/** Whether the tags say what the place was, as in "disused:shop=bakery" or "shop=vacant". */
const isVacated = (tags: Tags): boolean =>
  Object.entries(tags).some(([key, value]) => {
    const [before = '', tag = before] = key.split(':')
    return businessTags.some(name => name === tag) && ENDED.test(tag === before ? String(value) : before)
  })

function endOfTags(text: Text): Pick<RawPlace, 'status' | 'endsOn'> {
  const end = endOf(text('end_date'))
  const hours = text('opening_hours')?.trim() ?? ''
  const isDisused = ['disused', 'abandoned', 'demolished', 'removed'].some(key => isYes(text(key)))
  // A place that never opens may open again, unless a comment says that it will not.
  const hoursSay = !NEVER.test(hours) ? 'open' : /perm/i.test(hours) ? 'closed' : 'temporarilyClosed'
  const said = statusOfWords(text('operational_status', 'business_status'))
  return { status: worstOf([end.status, isDisused ? 'closed' : 'open', hoursSay, said]), endsOn: end.endsOn }
}

type Position = { lat: number | null; lon: number | null }

function pointOf(holder: Tags): Position {
  if ('geometries' in holder)
    return middleOf(pairsOf(listOf(holder.geometries).map(shape => recordOf(shape).coordinates)))
  if ('coordinates' in holder) return middleOf(pairsOf(holder.coordinates))
  const at = 'lat' in holder ? holder : recordOf(holder.center)
  return 'lat' in at ? { lat: numberOf(at.lat), lon: numberOf(at.lon) } : middleOf(cornersOf(holder))
}

/** The corners of a way or a relation, which Overpass writes after `out geom` and `out bb`. */
function cornersOf({ bounds, geometry, members }: Tags): [number, number][] {
  const { minlat, minlon, maxlat, maxlon } = recordOf(bounds)
  const shapes = listOf(members).flatMap(member => listOf(recordOf(member).geometry))
  const points = [...listOf(geometry), ...listOf(members), ...shapes].map(point => [
    recordOf(point).lon,
    recordOf(point).lat,
  ])
  return pairsOf([[minlon, minlat], [maxlon, maxlat], ...points])
}

/** The middle of the box around these points. */
export function middleOf(points: readonly [lon: number, lat: number][]): Position {
  if (points.length === 0) return { lat: null, lon: null }
  return { lon: middle(points.map(([lon]) => lon)), lat: middle(points.map(([, lat]) => lat)) }
}

const middle = (values: number[]): number =>
  (values.reduce((a, b) => Math.min(a, b)) + values.reduce((a, b) => Math.max(a, b))) / 2

function pairsOf(coordinates: unknown): [number, number][] {
  if (!Array.isArray(coordinates)) return []
  const [lon, lat] = coordinates.map(numberOf)
  if (typeof lon === 'number' && typeof lat === 'number') return [[lon, lat]]
  return coordinates.flatMap(pairsOf)
}
