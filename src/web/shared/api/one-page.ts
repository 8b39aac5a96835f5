import type { ListPage } from '#contract/lists.ts'

/** A list that was asked for with a limit is always a page, although its type does not say so. */
export const onePage = <Item>(reply: Item[] | ListPage<Item>): ListPage<Item> =>
  Array.isArray(reply) ? { items: reply, total: reply.length, nextCursor: null } : reply
