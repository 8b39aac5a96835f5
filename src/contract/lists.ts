import { z } from 'zod'

/** Without a limit, a list is a bare array with everything; with a limit, it is paged. */
export const ListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).optional(),
  /** `nextCursor` of the previous page. Without it, or if it is empty: the first page. */
  cursor: z
    .string()
    .regex(/^[\w-]{0,1000}$/, 'Invalid cursor')
    .transform(cursor => cursor || undefined)
    .optional(),
})

export type ListPage<Item> = {
  items: Item[]
  total: number
  /** Null on the last page. */
  nextCursor: string | null
}

export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.union([
    z.array(item),
    z.object({ items: z.array(item), total: z.number().int(), nextCursor: z.string().nullable() }),
  ])
