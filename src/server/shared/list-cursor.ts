import { z } from 'zod'
import { Refusal } from './refusal.ts'

/** Where a page of a list ends: what it is sorted by, and the id that tells equals apart. */
export type ListKey = { value: string | number; id: number }

const Content = z.tuple([z.string(), z.union([z.string().max(1000), z.number()]), z.number().int().nonnegative()])

/** An opaque cursor. It is good for lists of this order alone. */
export const cursorOf = (order: string, { value, id }: ListKey): string =>
  Buffer.from(JSON.stringify([order, value, id])).toString('base64url')

/** Null where there is none; a cursor that we did not give for this order is refused. */
export function readCursor(order: string, cursor: string | undefined): ListKey | null {
  if (cursor === undefined) return null
  const content = Content.safeParse(parsed(Buffer.from(cursor, 'base64url').toString()))
  if (!content.success || content.data[0] !== order || (typeof content.data[1] === 'string') !== (order === 'name'))
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
