import type { ListPage } from '#contract/lists.ts'

/** What a list answers when no page of it was asked for. */
export const wholeList = <Item>(reply: Item[] | ListPage<Item>): Item[] => (Array.isArray(reply) ? reply : reply.items)
