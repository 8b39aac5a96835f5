import { z } from 'zod'
import { Refusal } from './refusal.ts'

/** Where a page of a list ends: what it is sorted by, and the id that tells equals apart. */
export type ListKey = { value: string | number; id: number }

const contentOf = (order: string, value: z.ZodType<ListKey['value']>) =>
  z.tuple([z.literal(order), value, z.int().nonnegative()])

/** An opaque cursor. It is good for lists of this order alone. */
export const cursorOf = (order: string, { value, id }: ListKey): string =>
  Buffer.from(JSON.stringify([order, value, id])).toString('base64url')

/** Null where there is none. A cursor of another order is refused, and one whose value the column can not hold. */
export function readCursor(
  cursor: string | undefined,
  { order, value }: { order: string; value: z.ZodType<ListKey['value']> },
): ListKey | null {
  if (cursor === undefined) return null
  const content = contentOf(order, value).safeParse(parsed(Buffer.from(cursor, 'base64url').toString()))
  if (!content.success)
    throw new Refusal('INVALID_REQUEST', {
      message: 'Invalid cursor',
      issues: [{ path: 'cursor', message: 'Invalid cursor' }],
    })
  return { value: content.data[1], id: content.data[2] }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** One page out of rows that are one more than a page where there is a next one. */
export function cutPage<Row>(
  rows: Row[],
  { limit, order, keyOf }: { limit: number; order: string; keyOf: (row: Row) => ListKey },
): { rows: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, nextCursor: rows.length > limit && last !== undefined ? cursorOf(order, keyOf(last)) : null }
}
