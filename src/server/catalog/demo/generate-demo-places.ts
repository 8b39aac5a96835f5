import { boxAround, cellOf, cellsOfBox, type Gazetteer, type Town } from '#geography/index.ts'
import type { CatalogPlace } from '#server/catalog/place/place-facts.ts'
import { scorePlace } from '#server/catalog/place/score.rules.ts'
import { sources } from '#server/catalog/place/sources.ts'
import { DAY_MS } from '#server/platform/basics/clock.ts'
import { isSpecificCategory, kindOf } from '#words/index.ts'
import type { DemoCategory } from './categories.ts'
import { type Chain, chainsOf } from './chains.ts'
import { type ContactMaker, createContactMaker } from './contacts.ts'
import { nameBusiness } from './names.ts'
import { phoneOf } from './phone-book.ts'
import { drawPresence, type Presence } from './presence.ts'
import { chance, createRandom, pick, type Random } from './random.ts'
import { createScatter, MAX_MILES_FROM_TOWN, type Spot } from './scatter.ts'
import { inventStreet } from './street.ts'
import { createCategoryDecks, shareOut, type TownShare } from './town-shares.ts'

const RELEASE_DATE = '2026-10-01'
/** Release of the demo catalog. Raise its last number whenever the generated places change. */
export const demoRelease = `${RELEASE_DATE}.2`
export const demoPlaceCount = 120_000
const DEMO_SEED = 20_261_001
/** Odd and large, so that no two towns get similar random numbers. */
const SEED_STEP = 0x9e37_79b1

const CHAIN_SHARE = 0.22
const CITY_OF_SEVERAL = 150_000
const NAME_TRIES = 6

type DemoInput = { gazetteer: Pick<Gazetteer, 'towns' | 'zips'>; seed?: number; count?: number }

/** The fictional businesses of the whole country. Any part of it can be made separately. */
export type DemoCountry = {
  all: () => Generator<CatalogPlace>
  inCells: (cells: ReadonlySet<number>) => Generator<CatalogPlace>
}

/**
 * Fictional businesses in real towns of the fifty states and DC. The same seed, count, and gazetteer give the same
 * places, whatever was made before. Phone numbers are 555-0100 to 555-0199; websites and email addresses are under
 * .example.
 */
export function createDemoCountry({ gazetteer, seed = DEMO_SEED, count = demoPlaceCount }: DemoInput): DemoCountry {
  const shares = shareOut(gazetteer, count)
  const scatter = createScatter(gazetteer)
  const deal = createCategoryDecks(createRandom(seed), shares)
  const before = runningTotals(shares)
  const beforeState = new Map(
    shares.map(({ town }, position) => [town.state, before[position] ?? 0] as const).toReversed(),
  )

  function* ofTown(share: TownShare, position: number): Generator<CatalogPlace> {
    const random = createRandom(seed + Math.imul(position + 1, SEED_STEP))
    const tools: Tools = { random, dealCategory: deal(position), nextSpot: scatter(random, share.town) }
    const contactsOf = createContactMaker(random)
    const first = before[position] ?? 0
    const firstInState = first - (beforeState.get(share.town.state) ?? 0)
    for (const [index, business] of settleTown(tools, share, firstInState).entries())
      yield catalogPlace(business, first + index + 1, contactsOf)
  }
  return {
    *all() {
      for (const [position, share] of shares.entries()) yield* ofTown(share, position)
    },
    *inCells(cells) {
      for (const [position, share] of shares.entries()) {
        const around = cellsOfBox(boxAround(share.town, MAX_MILES_FROM_TOWN))
        if (!around.some(cell => cells.has(cell))) continue
        for (const place of ofTown(share, position)) if (cells.has(cellOf(place.lat, place.lon))) yield place
      }
    },
  }
}

/** How many places come before those of each town. */
function runningTotals(shares: readonly TownShare[]): number[] {
  let total = 0
  return shares.map(({ places }) => (total += places) - places)
}

type Tools = {
  random: Random
  dealCategory: () => DemoCategory
  nextSpot: () => Spot
}

type Business = {
  name: string
  category: DemoCategory
  categories: string[]
  chain: Chain | null
  town: Town
  presence: Presence
  spot: Spot
  street: string | null
  phone: number | null
}

/** `firstInState`: how many places of the state come before those of the town. */
function settleTown(tools: Tools, { town, places }: TownShare, firstInState: number): Business[] {
  const { random, dealCategory, nextSpot } = tools
  const names = new Set<string>()
  const businesses: Business[] = []
  for (let place = 0; place < places; place++) {
    const category = dealCategory()
    const chain = drawChain(random, category, town, names)
    const presence = drawPresence(random)
    businesses.push({
      name: chain?.name ?? freshName(random, category, town, names),
      category,
      categories: drawCategories(random, category),
      chain,
      town,
      presence,
      spot: nextSpot(),
      street: presence.hasStreet ? inventStreet(random, category.style) : null,
      phone: presence.hasPhone ? (chain?.sharedPhone ?? phoneOf(town.state, firstInState + place)) : null,
    })
  }
  return businesses
}

function drawChain(random: Random, { key }: DemoCategory, town: Town, names: Set<string>): Chain | null {
  const chains = chainsOf(key)
  if (chains.length === 0 || !chance(random, CHAIN_SHARE)) return null
  const chain = pick(random, chains)
  if (names.has(chain.name) && town.population < CITY_OF_SEVERAL) return null
  names.add(chain.name)
  return chain
}

function freshName(random: Random, category: DemoCategory, town: Town, names: Set<string>): string {
  let name = nameBusiness({ random, category, town })
  for (let again = 1; again < NAME_TRIES && names.has(name); again++) name = nameBusiness({ random, category, town })
  names.add(name)
  return name
}

/** The main category, and any number of its usual companions. */
const drawCategories = (random: Random, { key, alternates }: DemoCategory): string[] => [
  key,
  ...alternates.filter(() => chance(random, 0.62)),
]

const dayBefore = (days: number) => new Date(Date.parse(RELEASE_DATE) - days * DAY_MS).toISOString().slice(0, 10)
const daysBefore = Array.from({ length: 549 }, (_, days) => dayBefore(days))

function catalogPlace(business: Business, number: number, contactsOf: ContactMaker): CatalogPlace {
  const { name, category, categories, town, presence, spot, street, phone, chain } = business
  const facts = {
    phone,
    ...contactsOf(business),
    street,
    city: town.name,
    state: town.state,
    zip: spot.zip,
    rating: presence.rating,
    reviewCount: presence.reviewCount,
    confirmedOn: daysBefore[presence.daysSinceConfirmed] ?? RELEASE_DATE,
  }
  const score = scorePlace({
    ...facts,
    confidence: presence.confidence,
    provider: 'Meta',
    sourceCount: presence.sourceCount,
    hasZip4: true,
    category: category.key,
    asOf: RELEASE_DATE,
    hasSpecificCategory: isSpecificCategory(category.key),
  })
  const kind = kindOf({ name, town: town.name, domain: facts.domain }, categories)
  return {
    sourceId: `demo-${String(number).padStart(6, '0')}`,
    name,
    ...facts,
    lat: spot.lat,
    lon: spot.lon,
    categories: kind.keys,
    ...score,
    license: sources.demo.license,
    brand: chain?.name ?? null,
    kindToldBy: kind.toldBy,
  }
}
