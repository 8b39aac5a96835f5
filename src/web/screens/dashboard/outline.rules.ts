import { maxCorners, type Outline } from '#contract/searches/search-areas.ts'

type Corner = Outline[number]

/** About a meter. */
const DECIMALS = 5

/** An outline that was typed, or what is wrong with it. Both are null while the field is empty. */
export type TypedOutline = { outline: Outline | null; fault: string | null }

/** An outline as text to edit: latitude and longitude of one corner on each line. */
export const outlineText = (outline: Outline): string =>
  outline.map(([longitude, latitude]) => `${latitude.toFixed(DECIMALS)}, ${longitude.toFixed(DECIMALS)}`).join('\n')

/** Reads the corners of an area, one on each line. Two are opposite corners of a box. */
export function readOutline(text: string): TypedOutline {
  const lines = text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
  if (lines.length === 0) return { outline: null, fault: null }
  const corners: Corner[] = []
  for (const [index, line] of lines.entries()) {
    const corner = readCorner(line)
    if (corner === null) return { outline: null, fault: `Line ${index + 1} is not a latitude and a longitude.` }
    corners.push(corner)
  }
  const [first, second] = corners
  if (first === undefined || second === undefined) return { outline: null, fault: 'Enter at least two corners.' }
  if (corners.length > maxCorners) return { outline: null, fault: `An area has at most ${maxCorners} corners.` }
  return { outline: corners.length === 2 ? boxBetween(first, second) : corners, fault: null }
}

function readCorner(line: string): Corner | null {
  const numbers = line.split(/[\s,;]+/).map(Number)
  const [latitude, longitude] = numbers
  if (numbers.length !== 2 || latitude === undefined || longitude === undefined) return null
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? [longitude, latitude] : null
}

const boxBetween = ([west, south]: Corner, [east, north]: Corner): Outline => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
]

export const boxOutline = ({
  south,
  north,
  west,
  east,
}: Record<'south' | 'north' | 'west' | 'east', number>): Outline =>
  boxBetween([rounded(west), rounded(south)], [rounded(east), rounded(north)])

/** To about a meter. */
export const rounded = (degrees: number): number => Number(degrees.toFixed(DECIMALS))
