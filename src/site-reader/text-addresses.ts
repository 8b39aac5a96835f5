import { addressesIn, EDGE, type TextAddress } from './address.ts'
import { isCreditText } from './credits.ts'

export type ReadAddress = {
  address: string
  isCredit: boolean
  /** Addresses directly next to it: "info@flatirons.com | ana@gmail.com". */
  beside: string[]
}

const BEFORE = 200
const MAX_LINES = 4
const MAX_GAP = 160
const gapEnds = /^@?[\w.-]+|[\w.%+'-]+$/g
const between = new RegExp(`^[\\s${EDGE}|/,;&·•-]{1,24}$|^[\\s${EDGE}]{1,6}(?:and|or)[\\s${EDGE}]{1,6}$`)

/** True if only a separator is between two addresses, whose positions are those of their "@". */
const areNeighbors = (text: string, one: TextAddress, next: TextAddress): boolean =>
  next.index - one.index < MAX_GAP && between.test(text.slice(one.index, next.index).replaceAll(gapEnds, ''))

/** Finds addresses in a page's text, in which `EDGE` marks the edges of elements. */
export function readAddresses(text: string): ReadAddress[] {
  const found = addressesIn(text).toSorted((one, other) => one.index - other.index)
  const read = found.map(({ address, index }) => ({
    address,
    isCredit: isCreditText(linesBefore(text, index)),
    beside: new Array<string>(),
  }))
  for (const [at, one] of found.entries()) {
    const next = found[at + 1]
    if (next === undefined || !areNeighbors(text, one, next)) continue
    read[at]?.beside.push(next.address)
    read[at + 1]?.beside.push(one.address)
  }
  return read
}

const linesBefore = (text: string, index: number): string =>
  text
    .slice(Math.max(0, index - BEFORE), index - 1)
    .replaceAll(EDGE, ' ')
    .split('\n')
    .slice(-MAX_LINES)
    .join(' ')
