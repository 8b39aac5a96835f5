import type { ListPage } from '#contract/lists.ts'

/** The items of a list that was requested without paging. */
export const wholeList = <Item>(reply: Item[] | ListPage<Item>): Item[] => (Array.isArray(reply) ? reply : reply.items)
