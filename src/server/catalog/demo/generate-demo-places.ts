import { boxAround, cellOf, cellsOfBox, type Gazetteer, type Town } from '#geography/index.ts'
import type { CatalogPlace } from '#server/catalog/place/place-facts.ts'
import { scorePlace } from '#server/catalog/place/score.rules.ts'
import { sources } from '#server/catalog/place/sources.ts'
import { DAY_MS } from '#server/platform/basics/clock.ts'
import { isSpecificCategory, kindOf } from '#words/index.ts'
import { type DemoCategory, dealCategory } from './categories.ts'
import { type Contacts, createContactMaker } from './contacts.ts'
import { nameBusiness } from './names.ts'
import { phoneOf } from './phone-book.ts'
import { drawPresence, type Presence } from './presence.ts'
import { chance, createRandom, type Random } from './random.ts'
import { createScatter, MAX_MILES_FROM_TOWN, type Spot } from './scatter.ts'
import { inventStreet } from './street.ts'
import { shareOut, type TownShare } from './town-shares.ts'

const RELEASE_DATE = '2026-10-01'
/** Release of the demo catalog. Raise its last number whenever the generated places change. */
export const demoRelease = `${RELEASE_DATE}.3`
export const demoPlaceCount = 120_000
const DEMO_SEED = 20_261_001
/** Odd and large, so that no two towns get similar random numbers. */
const SEED_STEP = 0x9e37_79b1

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
  const before = runningTotals(shares)
  const beforeState = new Map(
    shares.map(({ town }, position) => [town.state, before[position] ?? 0] as const).toReversed(),
  )

  function* ofTown({ town, places }: TownShare, position: number): Generator<CatalogPlace> {
    const random = createRandom(seed + Math.imul(position + 1, SEED_STEP))
    const nextSpot = scatter(random, town)
    const contactsOf = createContactMaker(random)
    const first = before[position] ?? 0
    const firstInState = first - (beforeState.get(town.state) ?? 0)
    const names = new Set<string>()
    for (let place = 0; place < places; place++) {
      const category = dealCategory(town.population, first + place)
      const presence = drawPresence(random)
      const name = freshName(random, category, town, names)
      yield catalogPlace({
        number: first + place + 1,
        name,
        categories: drawCategories(random, category),
        town,
        presence,
        contacts: contactsOf({ name, town, presence }),
        spot: nextSpot(),
        street: presence.hasStreet ? inventStreet(random) : null,
        phone: presence.hasPhone ? phoneOf(town.state, firstInState + place) : null,
      })
    }
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

type Business = {
  number: number
  name: string
  categories: string[]
  town: Town
  presence: Presence
  contacts: Contacts
  spot: Spot
  street: string | null
  phone: number | null
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

function catalogPlace(business: Business): CatalogPlace {
  const { number, name, categories, town, presence, contacts, spot, street, phone } = business
  const [category = ''] = categories
  const facts = {
    phone,
    ...contacts,
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
    category,
    asOf: RELEASE_DATE,
    hasSpecificCategory: isSpecificCategory(category),
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
    kindToldBy: kind.toldBy,
  }
}
