import { countedKinds } from '#server/catalog/counts/counted-kinds.ts'
import { countedStates } from '#server/catalog/counts/counted-states.ts'
import { countedCategories, countedPlaces } from '#server/catalog/counts/public-counts.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { pathTo } from './find-page.usecases.ts'

const folder = '/sitemaps/businesses'

/** The paths of the sitemaps of count pages. Each kind of business has its own, so that none has too many URLs. */
export async function countSitemaps({ db, catalog }: Deps): Promise<string[]> {
  const kinds = countedKinds(catalog.current().categories)
  const counted = await countedCategories(db)
  return counted.filter(slug => kinds.has(slug)).map(slug => `${folder}/${slug}.xml`)
}

/** The paths of the pages that show counts for a kind of business; undefined if there are none. */
export async function countedPaths({ db, catalog }: Deps, slug: string): Promise<string[] | undefined> {
  const kind = countedKinds(catalog.current().categories).get(slug)
  if (kind === undefined) return undefined
  const states = new Map([...countedStates(catalog.gazetteer).values()].map(state => [state.code, state]))
  const counted = await countedPlaces(db, slug)
  const paths = counted.flatMap(({ state: code, town: townSlug }) => {
    const state = states.get(code)
    const town = state?.towns.get(townSlug)
    if (state === undefined || (townSlug !== '' && town === undefined)) return []
    return [pathTo(kind, state, town)]
  })
  return paths.length === 0 ? undefined : [pathTo(kind), ...paths]
}
