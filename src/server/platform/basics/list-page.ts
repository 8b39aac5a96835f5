import type { ListPage } from '#contract/lists.ts'
import { invalidInput } from './refusal.ts'

export type ListPaging = { limit?: number | undefined; cursor?: string | undefined }

/** The maximum number of entries that a log shows without paging. */
export const NEWEST_OF_LOG = 5000

/** The newest entries; only those older than the id `before`, if set. */
export type Older = { limit: number; before: number | null }

type ListInput<Item> = {
  read: (page: Older) => Promise<Item[]>
  count: () => Promise<number>
  /** The maximum number of entries without paging. */
  longest: number
}

/** A list, newest first: all entries, or the requested page. */
export async function readList<Item extends { id: number }>(
  { limit, cursor }: ListPaging,
  { read, count, longest }: ListInput<Item>,
): Promise<Item[] | ListPage<Item>> {
  const before = numberOf(cursor)
  if (limit === undefined) return read({ limit: longest, before })
  // One extra entry shows whether there is another page.
  const [found, total] = await Promise.all([read({ limit: limit + 1, before }), count()])
  const items = found.slice(0, limit)
  const last = items.at(-1)
  return { items, total, nextCursor: found.length > limit && last !== undefined ? String(last.id) : null }
}

/** The same for a short list that is already in memory. */
export function pageOfWhole<Item>(whole: Item[], { limit, cursor }: ListPaging): Item[] | ListPage<Item> {
  const from = numberOf(cursor) ?? 0
  if (limit === undefined) return whole.slice(from)
  const next = from + limit
  return {
    items: whole.slice(from, next),
    total: whole.length,
    nextCursor: next < whole.length ? String(next) : null,
  }
}

const LARGEST_ID = 2 ** 31 - 1

function numberOf(cursor: string | undefined): number | null {
  if (cursor === undefined) return null
  const number = /^\d{1,10}$/.test(cursor) ? Number(cursor) : Infinity
  if (number <= LARGEST_ID) return number
  throw invalidInput('cursor', 'Invalid cursor')
}
