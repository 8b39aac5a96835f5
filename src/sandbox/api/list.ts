import { noSuch } from '../stripe-error.ts'

type ListParams = {
  limit?: number | undefined
  starting_after?: string | undefined
  ending_before?: string | undefined
  created?:
    | { gt?: number | undefined; gte?: number | undefined; lt?: number | undefined; lte?: number | undefined }
    | undefined
}

/** A page of Stripe's lists: newest first. `all` comes oldest first. */
export function pageOf<Item extends { id: string; created?: number }>(
  all: Item[],
  params: ListParams,
  url: string,
): { object: 'list'; data: Item[]; has_more: boolean; url: string } {
  const limit = params.limit ?? 10
  const items = all.filter(item => isWithin(item.created ?? 0, params.created)).toReversed()
  const { starting_after: after, ending_before: before } = params
  if (before !== undefined) {
    const end = positionOf(items, before, 'ending_before')
    const start = Math.max(0, end - limit)
    return { object: 'list', data: items.slice(start, end), has_more: start > 0, url }
  }
  const start = after === undefined ? 0 : positionOf(items, after, 'starting_after') + 1
  return { object: 'list', data: items.slice(start, start + limit), has_more: items.length > start + limit, url }
}

function positionOf(items: { id: string }[], id: string, param: string): number {
  const position = items.findIndex(item => item.id === id)
  if (position < 0) throw noSuch('object', id, param)
  return position
}

function isWithin(time: number, range: ListParams['created']): boolean {
  if (range === undefined) return true
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range
  return time > gt && time >= gte && time < lt && time <= lte
}
