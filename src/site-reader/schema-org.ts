import { isPlatformDomain, registrableDomain } from '#domains/index.ts'
import { parseJson } from '#json/index.ts'
import { hoursOf, isNode, type Node, textsOf } from './hours-schema.ts'
import type { Week } from './hours-week.ts'

export type SchemaFacts = {
  emails: string[]
  phones: string[]
  faxes: string[]
  names: string[]
  profiles: string[]
  /** Profiles of people and of other sites. They count as the business's own if the name is the business's. */
  namedProfiles: { name: string; profiles: string[] }[]
  /** The hours of each item that has some. Null if they are ambiguous. */
  hours: (Week | null)[]
  rating: { value: number; count: number } | null
  /** Countries of the addresses in the data, such as "US". */
  countries: string[]
  /** Types of what the page is about, such as "RoofingContractor". */
  types: string[]
}

const MAX_NODES = 3000
const MAX_DEPTH = 10
const MAX_PLACES = 10
const MAX_VALUES = 100
const MAX_ITEMS = 40
const MAX_NAME = 200

export const noSchemaFacts = (): SchemaFacts => ({
  emails: [],
  phones: [],
  faxes: [],
  names: [],
  profiles: [],
  namedProfiles: [],
  hours: [],
  rating: null,
  countries: [],
  types: [],
})

/** Reads the JSON-LD blocks of a page at this domain. Skips blocks that cannot be parsed. */
export function schemaFacts(blocks: readonly string[], domain: string | null): SchemaFacts {
  const facts = noSchemaFacts()
  let nodes = 0
  const walk = (value: unknown, depth: number, isPart = false): void => {
    if (depth > MAX_DEPTH || nodes > MAX_NODES) return
    if (Array.isArray(value)) return value.forEach(item => walk(item, depth + 1, isPart))
    if (!isNode(value)) return
    nodes++
    const node = value
    const kinds = textsOf(node['@type'])
    const hours = isPart || kinds.some(isOther) ? undefined : hoursOf(node)
    if (hours !== undefined) add(facts.hours, [hours], MAX_PLACES)
    if (!kinds.some(isOther)) read(node, facts, domain)
    else if (kinds.includes('Person')) readNamed(node, facts)
    // The hours of a pharmacy in a store are not those of the store.
    for (const [key, inner] of Object.entries(node))
      if (!notOwn.has(key)) walk(inner, depth + 1, isPart || (key === 'department' && hours !== undefined))
  }
  for (const block of blocks) {
    const data = parsed(block)
    walk(data, 0)
    add(facts.types, typesOf(data, domain))
  }
  return facts
}

/** Adds the values for which there is room: a hostile page has any number of them. */
const add = <Value>(list: Value[], values: readonly Value[], most = MAX_VALUES): void =>
  void list.push(...values.slice(0, most - list.length))

/** The types of the items that are not a part of another item. */
function typesOf(data: unknown, domain: string | null): string[] {
  const top = listOf(data).filter(isNode)
  const items = [...top, ...top.flatMap(item => listOf(item['@graph']).filter(isNode))]
  return [...items, ...items.flatMap(item => listOf(item.mainEntity).filter(isNode))]
    .filter(node => !isOfAnotherSite(node, domain))
    .flatMap(node => textsOf(node['@type']))
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value.slice(0, MAX_ITEMS) : [value])

/** Properties that are about others: reviewers, authors, offers, performers, and members. */
const notOwn = new Set([
  'review',
  'reviews',
  'author',
  'creator',
  'itemReviewed',
  'offers',
  'makesOffer',
  'performer',
  'member',
  'memberOf',
  'sponsor',
])
const isOther = (kind: string): boolean =>
  /^(?:Person|Review|Product|Offer|Event|Article|BlogPosting|NewsArticle|Rating|JobPosting|Recipe|SoftwareApplication|VideoObject)$/.test(
    kind,
  )

function read(node: Node, facts: SchemaFacts, domain: string | null): void {
  add(facts.emails, textsOf(node.email))
  add(facts.phones, textsOf(node.telephone))
  add(facts.faxes, textsOf(node.faxNumber))
  if (typeof node.name === 'string') add(facts.names, [node.name.slice(0, MAX_NAME)], MAX_PLACES)
  if (isOfAnotherSite(node, domain)) readNamed(node, facts)
  else add(facts.profiles, textsOf(node.sameAs))
  if (typeof node.addressCountry === 'string') add(facts.countries, [node.addressCountry.slice(0, 40)], MAX_PLACES)
  if (isNode(node.aggregateRating)) facts.rating = broaderRating(facts.rating, ratingOf(node.aggregateRating))
}

function readNamed({ name, sameAs }: Node, facts: SchemaFacts): void {
  const profiles = textsOf(sameAs)
  if (typeof name === 'string' && profiles.length > 0)
    add(facts.namedProfiles, [{ name: name.slice(0, MAX_NAME), profiles }], MAX_PLACES)
}

/** True for data about another site, but not about a profile or a position on a map. Themes often still contain data of the site that they were made for. */
const isOfAnotherSite = (node: Node, domain: string | null): boolean =>
  textsOf([node['@id'], node.url]).some(text => {
    const named = registrableDomain(text)
    return /^https?:/.test(text) && named !== null && named !== domain && !isPlatformDomain(named)
  })

type Rating = SchemaFacts['rating']
/** Picks the rating with more votes, because the whole business has more votes than each of its locations. */
export const broaderRating = (one: Rating, other: Rating): Rating =>
  one === null || (other !== null && other.count > one.count) ? other : one

/** The rating on a scale of 1 to 5. Null if it is invalid or nobody voted. */
export function ratingOf(rating: Node): Rating {
  const best = numberOf(rating.bestRating) ?? 5
  const value = numberOf(rating.ratingValue)
  const count = countOf(rating.reviewCount) ?? countOf(rating.ratingCount)
  if (value === null || count === null || count < 1 || count > 1_000_000 || best <= 0) return null
  const ofFive = (value / best) * 5
  return value > best || ofFive < 1 ? null : { value: Math.round(ofFive * 10) / 10, count: Math.round(count) }
}

/** "1,234" is more than a thousand. */
const countOf = (value: unknown): number | null =>
  numberOf(typeof value === 'string' ? value.replaceAll(/(?<=\d),(?=\d{3})/g, '') : value)

function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value.replace(',', '.')) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

function parsed(block: string): unknown {
  const text = block
    .trim()
    .replace(/^(?:<!--|\/\*\s*<!\[CDATA\[\s*\*\/|\/\/\s*<!\[CDATA\[)/, '')
    .replace(/(?:-->|\/\*\s*\]\]>\s*\*\/|\/\/\s*\]\]>)$/, '')
  // The most common error is a line break within a string.
  return parseJson(text) ?? parseJson(text.replaceAll(/[\r\n\t]+/g, ' ').replaceAll(/,\s*([}\]])/g, '$1'))
}
