import { Agent, request } from 'node:http'
import type { Gazetteer, Town } from '#geography/index.ts'
import type { PlacesProvider } from '#server/catalog/place/places-provider.ts'
import type { SearchPlan } from '#server/catalog/place/search-plan.ts'
import { CATEGORIES } from './big-catalog.ts'
import { planOf } from './questions.ts'
import { pickerOf, randomOf } from './random.ts'

export const RADIUS_MILES = 25

export type AskedSearch = { town: Town; category: number }

/** Searches for a category around a town. Towns are chosen by population. */
export function askedSearches({ towns }: Gazetteer, count: number): AskedSearch[] {
  const random = randomOf(5)
  const big = towns.filter(town => town.population > 5000)
  const pick = pickerOf(
    big.map(town => town.population),
    random,
  )
  return Array.from({ length: count }, () => {
    const town = big[pick()]
    if (town === undefined) throw new Error('no town')
    return { town, category: 1 + Math.floor(CATEGORIES * random() ** 2) }
  })
}

/** The searches that find a place. The server limits how many of a user's searches find nothing in an hour. */
export async function withResults(provider: PlacesProvider, searches: AskedSearch[]): Promise<AskedSearch[]> {
  const kept: AskedSearch[] = []
  for (const asked of searches)
    if ((await provider.search(planOfAsked(asked), { after: null, limit: 1 })).places.length > 0) kept.push(asked)
  return kept
}

/** The plan of a server for it: a place with the category only as a side category is found by another search. */
export const planOfAsked = ({ town, category }: AskedSearch): SearchPlan => ({
  ...planOf({ ...town, radiusMiles: RADIUS_MILES, categoryIds: [category] }),
  what: { categoryIds: [category], relatedMains: [category] },
})

/** Searches over HTTP on one keep-alive connection. */
export function askSearch(address: string, cookie: string): (asked: AskedSearch) => Promise<void> {
  const post = postsTo(address, cookie)
  return ({ town, category }) => post('/api/search', { ...bodyOf(category), location: placeOf(town) })
}

/** Searches in one or several places over HTTP on one keep-alive connection. All have the category of the first. */
export function askAreas(address: string, cookie: string): (asked: readonly AskedSearch[]) => Promise<void> {
  const post = postsTo(address, cookie)
  return asked =>
    post('/api/area-searches', {
      ...bodyOf(asked[0]?.category ?? 1),
      areas: asked.map(({ town }) => ({ place: placeOf(town) })),
    })
}

const placeOf = ({ name, state }: Town): string => `${name}, ${state}`
const bodyOf = (category: number) => ({
  businessCategory: `Category ${category}`,
  radius: RADIUS_MILES,
  confirmed: true,
})

function postsTo(address: string, cookie: string): (path: string, body: object) => Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { 'content-type': 'application/json', cookie }
  return (path, body) =>
    new Promise((resolve, reject) => {
      const call = request(address + path, { method: 'POST', agent, headers }, response => {
        let answer = ''
        response.on('data', (chunk: Buffer) => (answer += chunk.toString()))
        response.on('end', () => (response.statusCode === 200 ? resolve() : reject(new Error(answer))))
      })
      call.on('error', reject)
      call.end(JSON.stringify(body))
    })
}
