import { z } from 'zod'
import { listOf } from '../fields.ts'
import type { Store } from '../store.ts'
import { noSuch } from '../stripe-error.ts'
import type { Kind, Objects } from '../wire.ts'
import { filled, type Params, whole } from './params.ts'

export type CallInput<Shape extends z.ZodRawShape> = {
  store: Store
  params: Params<Shape>
  /** The value of `:id` in the path. */
  id: string
  path: string
}
export type Call = {
  params: z.ZodType
  answer: (input: CallInput<z.ZodRawShape>) => Promise<object>
}
/** Calls by method and path, such as `GET /v1/customers/:id`. */
export type Calls = Record<string, Call>

/** Defines a call of Stripe's API. `params` does not contain `expand`, which every call accepts. */
export const call = <Shape extends z.ZodRawShape>(
  params: Shape,
  answer: (input: CallInput<Shape>) => Promise<object>,
): Call => ({ params: z.strictObject(params), answer: input => answer(input as CallInput<Shape>) })

/** Defines the call that retrieves an object. */
export const retrieve = (kind: Kind): Call => call({}, ({ store, id }) => store.get(kind, id))

const paging = {
  limit: whole.refine(limit => limit >= 1 && limit <= 100).optional(),
  starting_after: filled.optional(),
  created: z.strictObject({ gte: whole }).optional(),
}
type Filter<K extends Kind, Shape extends z.ZodRawShape> = {
  /** Whether an object is listed. By default, its fields must have the values of the params. */
  isWanted?: (object: Objects[K], params: Params<Shape>) => boolean
  /** The customer whose objects are listed. By default, the `customer` param. */
  customer?: (input: { store: Store; id: string }) => Promise<string>
}

/** Defines the call that lists objects of a kind, newest first. `params` are its filters. */
export const list = <K extends Kind, Shape extends z.ZodRawShape>(
  kind: K,
  params: Shape,
  { isWanted = hasValues, customer }: Filter<K, Shape> = {},
): Call =>
  call({ ...paging, ...params }, async input => {
    const { limit = 10, starting_after: after, created, ...rest } = input.params as Params<typeof paging>
    const filters = rest as Params<Shape>
    const owner = (await customer?.(input)) ?? (filters as { customer?: string }).customer
    const items = (await input.store.list(kind, owner))
      .filter(object => isWanted(object, filters) && object.created >= (created?.gte ?? 0))
      .toReversed()
    const start = after === undefined ? 0 : items.findIndex(({ id }) => id === after) + 1
    if (after !== undefined && start === 0) throw noSuch('object', after, 'starting_after')
    const data = items.slice(start, start + limit)
    return listOf(input.path, data, items.length > start + limit)
  })

const hasValues = (object: object, params: object): boolean =>
  Object.entries(params).every(
    ([name, value]) => value === undefined || (object as Record<string, unknown>)[name] === value,
  )
