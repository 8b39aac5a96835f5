import { businessesPath } from '#contract/public-pages.ts'
import { radiusMiles } from '#contract/searches/search-options.ts'
import { distanceMiles } from '#geography/index.ts'
import { countsDataset } from '#server/catalog/counts/count-places.usecases.ts'
import { type CountedKind, countedKinds } from '#server/catalog/counts/counted-kinds.ts'
import { type CountedState, countedStates, type CountedTown } from '#server/catalog/counts/counted-states.ts'
import { type Figures, smallestShown } from '#server/catalog/counts/figures.ts'
import {
  lastCompleteCounts,
  countsIn,
  countsOfStates,
  countsOfTowns,
} from '#server/catalog/counts/public-counts.usecases.ts'
import type { Area } from '#server/catalog/place/area.ts'
import { releasesIn } from '#server/catalog/search/catalog.ts'
import { coverageOfArea } from '#server/catalog/search/coverage.ts'
import type { Deps } from '#server/features/deps.ts'
import { formatCount } from './count-page.rules.ts'
import type { CountLink, CountPage } from './count-page.ts'

/** `movedTo` is the canonical path of the page, if the request has another spelling of it. */
export type FoundPage = { page: CountPage } | { movedTo: string } | 'unknown'

const MAX_NEIGHBORS = 12
const few = `fewer than ${smallestShown}`

type Address = { kind: CountedKind | undefined; state: CountedState | undefined; town: CountedTown | undefined }

/** A requested path. `parts` are the kind of business, the state, and the town, as the path spells them. */
type PageRequest = { path: string; parts: readonly string[] }

export async function findPage(deps: Deps, request: PageRequest): Promise<FoundPage> {
  const address = understandAddress(deps, request.parts)
  if (address === undefined) return 'unknown'
  const path = pathTo(address.kind, address.state, address.town)
  const page = await pageOf(deps, address, path)
  if (page === undefined) return 'unknown'
  return path === request.path ? { page } : { movedTo: path }
}

export const pathTo = (
  kind: Pick<CountedKind, 'slug'> | undefined,
  state?: Pick<CountedState, 'slug'>,
  town?: Pick<CountedTown, 'slug'>,
): string => [businessesPath, kind?.slug, state?.slug, town?.slug].filter(part => part !== undefined).join('/')

/** Finds what the parts of a path mean, without the database. Undefined if a part is unknown. */
function understandAddress({ catalog }: Deps, parts: readonly string[]): Address | undefined {
  const [kindSlug, stateSlug, townSlug] = parts
  const kinds = countedKinds(catalog.current().categories)
  const kind = kinds.get(kindSlug ?? '')
  const state = countedStates(catalog.gazetteer).get(stateSlug ?? '')
  const town = state?.towns.get(townSlug ?? '')
  const found = [kind, state, town].filter(part => part !== undefined)
  return found.length === parts.length ? { kind, state, town } : undefined
}

async function pageOf(deps: Deps, { kind, state, town }: Address, path: string): Promise<CountPage | undefined> {
  const counted = await lastCompleteCounts(deps.db)
  if (kind === undefined) return indexPage(deps, counted)
  if (state === undefined) return kindPage(deps, counted, { kind, path })
  const countedAt = counted.get(state.code)
  if (countedAt === undefined) return undefined
  return town === undefined
    ? statePage(deps, { kind, state, path, countedAt })
    : townPage(deps, { kind, state, town, path, countedAt })
}

async function indexPage(deps: Deps, counted: ReadonlyMap<string, Date>): Promise<CountPage> {
  const rows = await countsOfStates(deps.db, null)
  const totals = new Map<string, number>()
  for (const { category, places } of rows) totals.set(category, (totals.get(category) ?? 0) + places)
  const links = [...countedKinds(deps.catalog.current().categories).values()].flatMap((kind): CountLink[] => {
    const places = totals.get(kind.slug)
    return places === undefined ? [] : [{ label: kind.label, path: pathTo(kind), places }]
  })
  return {
    path: businessesPath,
    title: 'Local businesses by category',
    heading: 'How many local businesses are there?',
    description: 'The number of local businesses by category, state, and town, and how many of them can be reached.',
    summary:
      links.length === 0
        ? 'Nothing is counted yet. The numbers appear here after an area is loaded.'
        : 'Choose a category to see how many there are, and how many of them have a phone number, a website, or an email address.',
    note: links.length === 0 ? null : onlyLoaded,
    ...withoutPlace,
    lists: [{ title: 'Categories', links }],
    countedAt: newestOf(counted),
    isIndexed: links.length > 0,
  }
}

const withoutPlace = { figures: null, search: null, above: [], sources: [] }
const allCategories = { label: 'All categories', path: businessesPath }
const onlyLoaded = 'Areas that are not loaded yet are not counted.'

const newestOf = (counted: ReadonlyMap<string, Date>): Date | null =>
  [...counted.values()].toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null

async function kindPage(
  deps: Deps,
  counted: ReadonlyMap<string, Date>,
  { kind, path }: { kind: CountedKind; path: string },
): Promise<CountPage | undefined> {
  if (counted.size === 0) return undefined
  const rows = await countsOfStates(deps.db, kind.slug)
  const places = new Map(rows.map(row => [row.state, row.places]))
  const links = [...countedStates(deps.catalog.gazetteer).values()]
    .filter(({ code }) => places.has(code))
    .map(state => ({ label: state.name, path: pathTo(kind, state), places: places.get(state.code) ?? 0 }))
  const total = rows.reduce((sum, row) => sum + row.places, 0)
  const states = links.length === 1 ? '1 state' : `${links.length} states`
  const hasEnough = total >= smallestShown
  return {
    path,
    title: `${kind.label} in the United States`,
    heading: `${kind.label} in the United States`,
    description: `How many ${kind.label.toLowerCase()} there are in each state, and how many of them can be reached.`,
    summary: hasEnough
      ? `${formatCount(total)} businesses in ${states}.`
      : `There are ${few} of these businesses in every state that is loaded.`,
    note: hasEnough ? onlyLoaded : null,
    ...withoutPlace,
    above: [allCategories],
    lists: [{ title: 'States', links }],
    sources: hasEnough
      ? sourcesOf(
          deps,
          rows.map(({ state }) => ({ state })),
        )
      : [],
    countedAt: newestOf(counted),
    isIndexed: hasEnough,
  }
}

type InState = { kind: CountedKind; state: CountedState; path: string; countedAt: Date }

async function statePage(deps: Deps, { kind, state, path, countedAt }: InState): Promise<CountPage> {
  const rows = await countsIn(deps.db, kind.slug, state.code)
  const own = rows.find(({ town }) => town === '')
  const links = rows.flatMap(({ town: slug, places }): CountLink[] => {
    const town = state.towns.get(slug)
    return town === undefined ? [] : [{ label: town.name, path: pathTo(kind, state, town), places }]
  })
  return {
    ...placePage(deps, { kind, path, countedAt, figures: own, area: { state: state.code }, place: state.name }),
    search: { category: kind.label, place: state.name },
    above: [allCategories, { label: kind.label, path: pathTo(kind) }],
    lists: [{ title: `Within ${radiusMiles.default} miles of`, links }],
  }
}

async function townPage(
  deps: Deps,
  { kind, state, town, path, countedAt }: InState & { town: CountedTown },
): Promise<CountPage | undefined> {
  if (!isCovered(deps, town)) return undefined
  const neighbors = neighborsOf(deps, town)
  const shownTowns = [{ town, state }, ...neighbors]
  const rows = await countsOfTowns(
    deps.db,
    kind.slug,
    shownTowns.map(shown => ({ state: shown.state.code, slug: shown.town.slug })),
  )
  const countOf = (counted: CountedTown) => rows.find(row => row.state === counted.state && row.town === counted.slug)
  const place = `${town.name}, ${town.state}`
  const links = neighbors.flatMap((neighbor): CountLink[] => {
    const count = countOf(neighbor.town)
    const label = `${neighbor.town.name}, ${neighbor.town.state}`
    const neighborPath = pathTo(kind, neighbor.state, neighbor.town)
    return count === undefined ? [] : [{ label, path: neighborPath, places: count.places }]
  })
  const area = { lat: town.lat, lon: town.lon, radiusMiles: radiusMiles.default }
  return {
    ...placePage(deps, { kind, path, countedAt, figures: countOf(town), area, place }),
    search: { category: kind.label, place },
    above: [allCategories, { label: kind.label, path: pathTo(kind) }, { label: state.name, path: pathTo(kind, state) }],
    lists: [{ title: 'Neighboring towns', links }],
  }
}

const isCovered = ({ catalog }: Deps, { cell }: CountedTown): boolean => {
  const { coverage, datasets } = catalog.current()
  return (coverage.byCell.get(cell) ?? []).some(({ datasetId, isStarter }) => {
    const dataset = datasets.get(datasetId)
    return dataset !== undefined && countsDataset(dataset) && !isStarter
  })
}

/** The nearest towns that have pages, at most about 120 miles away. */
function neighborsOf({ catalog }: Deps, town: CountedTown): { town: CountedTown; state: CountedState }[] {
  const isClose = ({ lat, lon }: CountedTown) => Math.abs(lat - town.lat) < 1 && Math.abs(lon - town.lon) < 1.5
  return [...countedStates(catalog.gazetteer).values()]
    .flatMap(state => [...state.towns.values()].filter(isClose).map(neighbor => ({ town: neighbor, state })))
    .filter(neighbor => neighbor.town !== town)
    .toSorted((a, b) => distanceMiles(town, a.town) - distanceMiles(town, b.town))
    .slice(0, MAX_NEIGHBORS)
}

type OnePlace = Pick<InState, 'kind' | 'path' | 'countedAt'> & {
  figures: Figures | undefined
  area: Area
  place: string
}

/** The page of a state or town. Without figures, there are too few businesses to show numbers. */
function placePage(
  deps: Deps,
  { kind, path, countedAt, figures, area, place }: OnePlace,
): Omit<CountPage, 'search' | 'above' | 'lists'> {
  const heading = `${kind.label} in ${place}`
  const count = figures === undefined ? few : formatCount(figures.places)
  const where = 'state' in area ? `in ${place}` : `within ${radiusMiles.default} miles of ${place}`
  const sentence = `${count.slice(0, 1).toUpperCase()}${count.slice(1)} businesses ${where}.`
  return {
    path,
    title: figures === undefined ? heading : `${heading}: ${count} businesses`,
    heading,
    description: `${sentence} How many of them have a phone number, a website, or an email address, and how good the data is.`,
    summary: sentence,
    note:
      realPlacesIn(deps, area).status === 'full' ? null : 'A part of this area is not loaded yet and is not counted.',
    figures: figures ?? null,
    sources: sourcesOf(deps, [area]),
    countedAt,
    isIndexed: figures !== undefined,
  }
}

const realPlacesIn = ({ catalog }: Deps, ...anyOf: Area[]) =>
  coverageOfArea(catalog, catalog.current(), { where: { anyOf }, isSampleShown: false })

const sourcesOf = (deps: Deps, areas: Area[]): CountPage['sources'] =>
  releasesIn(deps.catalog.current(), realPlacesIn(deps, ...areas))
    .filter(({ dataset }) => countsDataset(dataset))
    .map(({ dataset: { source }, release }) => {
      const { name, license, attribution } = source
      return { name, release, license, attribution }
    })
