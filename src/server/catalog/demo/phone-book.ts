import { setImmediate as breathe } from 'node:timers/promises'
import { areaCodes } from '#geography/index.ts'
import { chainPhones } from './chains.ts'
import { type Point, createPointGrid, milesApart } from './miles.ts'
import { type Random, shuffle } from './random.ts'

/*
 * Only 555-0100 to 555-0199 are reserved for fiction: a hundred numbers in each area code, 36,000 in total, for three
 * times as many places. Because one phone is one lead, a number is reused only beyond the reach of a single search (two
 * radii of 30 miles). A large city needs more numbers than its own codes have, so it also uses those of its state and
 * its neighbors, like owners who kept their cell phone number.
 */
const MILES_BETWEEN_REPEATS = 68
const NUMBERS_PER_CODE = 100
const FIRST_NUMBER = 5_550_100

// Towns take turns with a few numbers each, so that a metropolis leaves local numbers to its suburbs.
const NUMBERS_PER_TURN = 10

// Area codes are used up ring by ring. Within a ring the order is random, so that overlays mix.
const RING_MILES = 35
const OTHER_STATE_MILES = 90
const OWN_STATE_FACTOR = 0.6

const districtCodes = areaCodes.map((area, position) => Object.assign({ first: position * NUMBERS_PER_CODE }, area))
type DistrictCode = (typeof districtCodes)[number]

const keptForChains: ReadonlySet<number> = new Set(
  chainPhones.flatMap(phone => {
    const area = districtCodes.find(({ code }) => code === Math.floor(phone / 10_000_000) - 1000)
    return area ? [area.first + ((phone - FIRST_NUMBER) % NUMBERS_PER_CODE)] : []
  }),
)

type Demand = Point & { state: string; wanted: number }

const STEPS_AT_ONCE = 100

/**
 * Numbers (E.164 digits) for each town, in the order of the towns. Numbers of the nearest area codes come first. Other
 * work of the process gets a turn every few milliseconds.
 */
export async function assignPhones(random: Random, towns: readonly Demand[]): Promise<number[][]> {
  const districtOf = await createDistricts(random, towns)
  const callers = towns.map(town => ({ wanted: town.wanted, district: districtOf(town), phones: [] as number[] }))
  const turns = callers.flatMap(caller =>
    Array.from({ length: Math.ceil(caller.wanted / NUMBERS_PER_TURN) }, () => caller),
  )
  for (const [turn, { wanted, district, phones }] of shuffle(random, turns).entries()) {
    if (turn % STEPS_AT_ONCE === 0) await breathe()
    const goal = Math.min(wanted, phones.length + NUMBERS_PER_TURN)
    while (phones.length < goal) {
      const line = nextFreeLine(district)
      if (line === null) break
      for (const { taken } of district.inReach) mark(taken, line)
      phones.push(phoneOf(line))
    }
  }
  return callers.map(({ phones }) => phones)
}

/** A quarter of a degree within a state. A number is also taken in every district that the same search reaches. */
type District = Point & {
  inReach: District[]
  taken: NumberSet
  /** Numbers in the order in which they are offered. A number that was skipped stays taken. */
  offers: Iterator<number>
}

async function createDistricts(random: Random, towns: readonly Demand[]): Promise<(town: Demand) => District> {
  const districts = new Map<string, District>()
  for (const [key, members] of Map.groupBy(towns, districtKey)) {
    districts.set(key, createDistrict(random, members))
    if (districts.size % STEPS_AT_ONCE === 0) await breathe()
  }
  const within = createPointGrid([...districts.values()])
  for (const district of districts.values()) district.inReach = within(district, MILES_BETWEEN_REPEATS)
  return town => districts.get(districtKey(town)) as District
}

const districtKey = ({ state, lat, lon }: Demand) => `${state} ${Math.floor(lat * 4)} ${Math.floor(lon * 4)}`

function createDistrict(random: Random, members: readonly Demand[]): District {
  const state = members[0]?.state ?? ''
  const lat = members.reduce((sum, town) => sum + town.lat, 0) / members.length
  const lon = members.reduce((sum, town) => sum + town.lon, 0) / members.length
  const taken: NumberSet = new Uint32Array(Math.ceil((districtCodes.length * NUMBERS_PER_CODE) / 32))
  for (const line of keptForChains) mark(taken, line)
  return { lat, lon, inReach: [], taken, offers: offerLines(random, { lat, lon, state }) }
}

/** One bit per number, because there are five thousand districts. */
type NumberSet = Uint32Array

function mark(set: NumberSet, line: number): void {
  set[line >>> 5] = (set[line >>> 5] ?? 0) | (1 << (line & 31))
}

const isMarked = (set: NumberSet, line: number): boolean => ((set[line >>> 5] ?? 0) & (1 << (line & 31))) !== 0

function nextFreeLine({ offers, taken }: District): number | null {
  for (let offer = offers.next(); !offer.done; offer = offers.next())
    if (!isMarked(taken, offer.value)) return offer.value
  return null
}

// Prime and larger than any ring, so that steps of this size visit every number of a ring once in an irregular order.
const STRIDE = 40_009

function* offerLines(random: Random, center: Point & { state: string }): Generator<number, undefined> {
  for (const ring of ringsAround(center)) {
    const count = ring.length * NUMBERS_PER_CODE
    let position = Math.floor(random() * count)
    for (let offered = 0; offered < count; offered++) {
      const first = ring[Math.floor(position / NUMBERS_PER_CODE)]?.first ?? 0
      yield first + (position % NUMBERS_PER_CODE)
      position = (position + STRIDE) % count
    }
  }
}

function ringsAround(center: Point & { state: string }): DistrictCode[][] {
  const rings = Map.groupBy(districtCodes, area => {
    const miles = milesApart(center, area)
    const weighted = area.state === center.state ? miles * OWN_STATE_FACTOR : miles + OTHER_STATE_MILES
    return Math.floor(weighted / RING_MILES)
  })
  return [...rings].toSorted(([x], [y]) => x - y).map(([, codes]) => codes)
}

function phoneOf(line: number): number {
  const code = districtCodes[Math.floor(line / NUMBERS_PER_CODE)]?.code ?? NaN
  return 10_000_000_000 + code * 10_000_000 + FIRST_NUMBER + (line % NUMBERS_PER_CODE)
}
