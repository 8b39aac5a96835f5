import { areaCodeRows } from './area-codes.words.ts'
import { chainPhones } from './chains.ts'
import { type Point, createPointGrid, milesApart } from './miles.ts'
import { type Random, drawSome, shuffle } from './random.ts'
import { tableRows } from './table-rows.ts'

/*
 * Only 555-0100 to 555-0199 are kept free for fiction: a hundred numbers in each of the country's area codes, 36,000 in
 * all, for three times as many places. As one phone is one lead, a number is given again only beyond the reach of
 * any one search (two radii of 30 miles). A large city needs more than its own codes hold: it goes on with those of
 * its state and its neighbours, like owners who kept their mobile number.
 */
const MILES_BETWEEN_REPEATS = 62
const NUMBERS_PER_CODE = 100
const FIRST_NUMBER = 5_550_100

// Towns take turns, a few numbers at a time, so that a metropolis leaves local ones to its suburbs.
const NUMBERS_PER_TURN = 10

// Codes are used up ring by ring; within a ring at random, so that a town's overlays mix.
const RING_MILES = 35
const OTHER_STATE_MILES = 90
const OWN_STATE_FACTOR = 0.6

type AreaCode = Point & { code: number; state: string; first: number }

const areaCodes: readonly AreaCode[] = tableRows(areaCodeRows)
  .flatMap(([state = '', , point = '', codes = '']) => {
    const [lat = NaN, lon = NaN] = point.split(' ').map(Number)
    return codes.split(' ').map(code => ({ state, lat, lon, code: Number(code) }))
  })
  .map(({ state, lat, lon, code }, position) => ({ state, lat, lon, code, first: position * NUMBERS_PER_CODE }))

const keptForChains: readonly number[] = chainPhones.flatMap(phone => {
  const area = areaCodes.find(({ code }) => code === Math.floor(phone / 10_000_000) - 1000)
  return area ? [area.first + ((phone - FIRST_NUMBER) % NUMBERS_PER_CODE)] : []
})

type Demand = Point & { state: string; wanted: number }
type Caller = Demand & { lines: number[] }

/** Numbers (E.164 digits) for each town, in the order of the towns; those of the nearest area codes come first. */
export function assignPhones(random: Random, towns: readonly Demand[]): number[][] {
  const callers: Caller[] = towns.map(({ lat, lon, state, wanted }) => ({ lat, lon, state, wanted, lines: [] }))
  const takeTurn = createExchange(random, callers)
  const turns = callers.flatMap(caller =>
    Array.from({ length: Math.ceil(caller.wanted / NUMBERS_PER_TURN) }, () => caller),
  )
  for (const caller of shuffle(random, turns)) takeTurn(caller)
  return callers.map(({ lines }) => lines.map(phoneOf))
}

function createExchange(random: Random, callers: readonly Caller[]): (caller: Caller) => void {
  const near = createPointGrid(callers)
  const ringsOf = createRings()
  const takenInTurn = new Int32Array(areaCodes.length * NUMBERS_PER_CODE)
  let turn = 0

  return caller => {
    turn++
    for (const line of keptForChains) takenInTurn[line] = turn
    for (const other of near(caller, MILES_BETWEEN_REPEATS)) for (const line of other.lines) takenInTurn[line] = turn
    let wanted = Math.min(NUMBERS_PER_TURN, caller.wanted - caller.lines.length)
    for (const ring of ringsOf(caller)) {
      const found = freeLines(ring, wanted)
      caller.lines.push(...found)
      wanted -= found.length
      if (wanted === 0) return
    }
  }

  function freeLines(ring: AreaCode[], wanted: number): number[] {
    const free: number[] = []
    for (const { first } of ring)
      for (let line = first; line < first + NUMBERS_PER_CODE; line++) if (takenInTurn[line] !== turn) free.push(line)
    return drawSome(random, free, wanted)
  }
}

function phoneOf(line: number): number {
  const code = areaCodes[Math.floor(line / NUMBERS_PER_CODE)]?.code ?? NaN
  return 10_000_000_000 + code * 10_000_000 + FIRST_NUMBER + (line % NUMBERS_PER_CODE)
}

// The order of the codes hardly differs within half a degree.
function createRings(): (town: Demand) => AreaCode[][] {
  const known = new Map<string, AreaCode[][]>()
  return town => {
    const key = `${town.state} ${Math.round(town.lat * 2)} ${Math.round(town.lon * 2)}`
    const rings = known.get(key) ?? ringsAround(town)
    known.set(key, rings)
    return rings
  }
}

function ringsAround(town: Demand): AreaCode[][] {
  const rings = Map.groupBy(areaCodes, area => {
    const miles = milesApart(town, area)
    const felt = area.state === town.state ? miles * OWN_STATE_FACTOR : miles + OTHER_STATE_MILES
    return Math.floor(felt / RING_MILES)
  })
  return [...rings].toSorted(([a], [b]) => a - b).map(([, codes]) => codes)
}
