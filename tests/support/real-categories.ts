import { readFile } from 'node:fs/promises'
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import type { CatalogCategory } from '#server/catalog/kinds/category-tree.ts'
import { categoryName } from '#words/index.ts'
import { realFiles } from './real-files.ts'

export type RealRow = {
  names: { primary: string }
  taxonomy?: { primary?: string; hierarchy?: string[]; alternates?: string[] } | null
  categories?: { primary?: string; alternate?: string[] | null } | null
  addresses?: ({ locality?: string; region?: string; postcode?: string } | null)[] | null
}

export const readRealRows = async (path: string, columns: string[]) =>
  (await parquetReadObjects({ file: await asyncBufferFromFile(path), compressors, columns })) as RealRow[]

/** Every category of the older list and of the rows, with the parents of both. */
export const realCategories = async (rows: readonly RealRow[]): Promise<CatalogCategory[]> =>
  categoriesOfRows(rows, await readFile(realFiles.olderKeys, 'utf8'))

/** Every category of the rows, and of the older list if there is one, with their parents. */
export function categoriesOfRows(rows: readonly RealRow[], olderList = ''): CatalogCategory[] {
  const parents = parentsOf(rows, olderList)
  const keys = new Set([...rows.flatMap(keysOf), ...[...parents].flat()])
  return [...keys].map((key, i) => ({
    id: i + 1,
    key,
    name: categoryName(key),
    parentKey: parents.get(key) ?? null,
  }))
}

const keysOf = ({ taxonomy, categories }: RealRow): string[] =>
  [
    taxonomy?.primary,
    ...(taxonomy?.hierarchy ?? []),
    ...(taxonomy?.alternates ?? []),
    categories?.primary,
    ...(categories?.alternate ?? []),
  ].filter(key => key !== undefined && key !== null)

// The key above each key in a row's hierarchy or in the older category list.
function parentsOf(rows: readonly RealRow[], list: string): Map<string, string> {
  const chains = rows.map(row => row.taxonomy?.hierarchy ?? [])
  for (const line of list.split('\n')) chains.push((/\[(.*)\]/.exec(line)?.[1] ?? '').split(','))
  return new Map(chains.flatMap(chain => chain.slice(1).map((key, i) => [key, chain[i] ?? ''] as const)))
}
