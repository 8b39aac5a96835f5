import { distanceMiles, type Gazetteer, type Point, type Town, boxOfRing, cellOf, middleOf } from '#geography/index.ts'
import type { Area } from '#server/catalog/place/area.ts'
import type { SearchPlan } from '#server/catalog/place/search-plan.ts'
import { cellsOfArea, type PopulatedCells } from './area-cells.ts'

type Position = Pick<Point, 'lat' | 'lon'>
export type CoverageRow = {
  cell: number
  datasetId: number
  state: string
  release: string
  isSample: boolean
  /** The starter data, which is only a part of its cell. */
  isStarter: boolean
}
export type Coverage = {
  byCell: ReadonlyMap<number, readonly CoverageRow[]>
  byState: ReadonlyMap<string, readonly CoverageRow[]>
  isInStarterTown: (point: Position) => boolean
}
export type AreaCoverage = {
  status: 'none' | 'partial' | 'full'
  /** True if real data covers part of the area, or samples are off. Then the whole search leaves out sample places. */
  withoutSample: boolean
  /** The newest release of each dataset that covers part of the area. */
  releases: Map<number, string>
}

/** What kind of places the catalog holds somewhere: real ones come before samples. */
export type LoadedPlaces = 'real' | 'sample' | 'none'

export const coverageOf = (
  rows: readonly CoverageRow[],
  isInStarterTown: Coverage['isInStarterTown'] = () => false,
): Coverage => ({
  byCell: Map.groupBy(rows, row => row.cell),
  byState: Map.groupBy(rows, row => row.state),
  isInStarterTown,
})

/** What is loaded in the cell of a point. */
export function placesAt({ byCell, isInStarterTown }: Coverage, { lat, lon }: Position): LoadedPlaces {
  const rows = byCell.get(cellOf(lat, lon)) ?? []
  const hasStarter = rows.some(row => row.isStarter)
  return hasStarter && isInStarterTown({ lat, lon }) ? 'real' : placesIn(rows)
}

export const placesOfState = ({ byState }: Coverage, state: string): LoadedPlaces => placesIn(byState.get(state) ?? [])

const placesIn = (rows: readonly CoverageRow[]): LoadedPlaces =>
  rows.some(row => !row.isSample && !row.isStarter) ? 'real' : rows.some(row => row.isSample) ? 'sample' : 'none'

/** The starter data answers only searches that have the middle of an area in its town. */
export const isAnsweredByStarter = (
  { isInStarterTown }: Pick<Coverage, 'isInStarterTown'>,
  { anyOf }: SearchPlan['where'],
): boolean => anyOf.map(middleOfArea).some(middle => middle !== null && isInStarterTown(middle))

function middleOfArea(area: Area): Position | null {
  if ('polygon' in area) return middleOf(boxOfRing(area.polygon))
  return 'lat' in area ? area : null
}

export function populatedCellsOf(gazetteer: Gazetteer): PopulatedCells {
  const points = new Map<number, Point[]>()
  const byState = new Map<string, Set<number>>()
  // Puerto Rico and the islands have no listed ZIP codes.
  for (const point of [...gazetteer.zips.values(), ...gazetteer.towns]) {
    const { lat, lon, state } = point
    const cell = cellOf(lat, lon)
    const ofCell = points.get(cell)
    if (ofCell === undefined) points.set(cell, [point])
    else ofCell.push(point)
    const ofState = byState.get(state) ?? new Set()
    byState.set(state, ofState.add(cell))
  }
  return { cells: new Set(points.keys()), points, byState }
}

/** How much of the searched area the catalog covers, and with which datasets. */
export function coverageOfArea(
  { populated }: { populated: PopulatedCells },
  { coverage }: { coverage: Coverage },
  { where, isSampleShown }: { where: SearchPlan['where']; isSampleShown: boolean },
): AreaCoverage {
  const cells = [...new Set(where.anyOf.flatMap(part => cellsOfArea(part, populated)))]
  // A loaded cell may have no place in the state, or none at all.
  const isOfStarter = isAnsweredByStarter(coverage, where)
  const covering = [
    ...where.anyOf.flatMap(part => ('state' in part ? (coverage.byState.get(part.state) ?? []) : [])),
    ...cells.flatMap(cell => coverage.byCell.get(cell) ?? []),
  ].filter(row => !row.isStarter || isOfStarter)
  const withoutSample = !isSampleShown || covering.some(row => !row.isSample)
  const isShown = (row: CoverageRow) => row.isSample !== withoutSample
  const isWholly = (row: CoverageRow) => isShown(row) && !row.isStarter
  const rows = covering.filter(isShown)
  const missing = cells.filter(cell => populated.cells.has(cell) && !coverage.byCell.get(cell)?.some(isWholly))
  return {
    status: rows.length === 0 ? 'none' : missing.length === 0 ? 'full' : 'partial',
    withoutSample,
    releases: newestReleases(rows),
  }
}

function newestReleases(rows: readonly CoverageRow[]): Map<number, string> {
  const releases = new Map<number, string>()
  for (const { datasetId, release } of rows)
    if (release > (releases.get(datasetId) ?? '')) releases.set(datasetId, release)
  return releases
}

const FARTHEST_MILES = 200
const MIN_POPULATION = 2500

type NearestTowns = {
  point: Point
  /** Leaves out towns that are closer. */
  beyondMiles: number
  isSampleShown: boolean
  limit: number
}

/** The towns of some size that are closest to a point and have places in the catalog, with their distance in miles. */
export function nearestLoadedTowns(
  { towns }: Gazetteer,
  coverage: Coverage,
  { point, beyondMiles, isSampleShown, limit }: NearestTowns,
): { town: Town; miles: number }[] {
  const isLoaded = (at: Point) => {
    const places = placesAt(coverage, at)
    return places === 'real' || (isSampleShown && places === 'sample')
  }
  return towns
    .filter(town => town.population >= MIN_POPULATION && isLoaded(town))
    .map(town => ({ town, miles: distanceMiles(point, town) }))
    .filter(({ miles }) => miles >= beyondMiles && miles <= FARTHEST_MILES)
    .toSorted((a, b) => a.miles - b.miles)
    .slice(0, limit)
}
