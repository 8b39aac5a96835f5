import type { CatalogSize } from '#contract/places/examples.ts'
import { count } from '../../shared/format.ts'

/** "From 3,354 businesses in 3 towns, Overture Maps 2026-04-07." */
export const loadedWords = ({ places, towns, source, release }: NonNullable<CatalogSize>): string =>
  `From ${count(places, 'business', 'businesses')} in ${count(towns, 'town')}, ${source} ${release}.`
