import { z } from 'zod'
import { parseJson } from '#json/index.ts'
import { invalidInput } from './refusal.ts'

/** The last row of a page: the value it is sorted by, and the id as a tiebreaker. */
export type ListKey = { value: string | number; id: number }

const contentOf = (order: string, value: z.ZodType<ListKey['value']>) =>
  z.tuple([z.literal(order), value, z.int().nonnegative()])

/** An opaque cursor, valid only for lists with this order. */
export const cursorOf = (order: string, { value, id }: ListKey): string =>
  Buffer.from(JSON.stringify([order, value, id])).toString('base64url')

/** Null without a cursor. Rejects a cursor of another order, or one with a value that does not fit the column. */
export function readCursor(
  cursor: string | undefined,
  { order, value }: { order: string; value: z.ZodType<ListKey['value']> },
): ListKey | null {
  if (cursor === undefined) return null
  const content = contentOf(order, value).safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()))
  if (!content.success) throw invalidInput('cursor', 'Invalid cursor')
  return { value: content.data[1], id: content.data[2] }
}

/** Cuts a page out of `limit + 1` rows. The extra row, if any, means that there is a next page. */
export function cutPage<Row>(
  rows: Row[],
  { limit, order, keyOf }: { limit: number; order: string; keyOf: (row: Row) => ListKey },
): { rows: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, nextCursor: rows.length > limit && last !== undefined ? cursorOf(order, keyOf(last)) : null }
}
