import { z } from 'zod'
import type { Store } from '../store.ts'
import { noSuch } from '../stripe-error.ts'
import type { Kind, Objects } from '../wire.ts'
import { filled, type Params, whole } from './params.ts'

type CallInput<Read> = {
  store: Store
  params: Read
  /** The part of the path that :id stands for. */
  id: string
  /** Whether the caller has the secret key. A browser has the publishable key and a client secret. */
  isSecret: boolean
}
export type Call = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  params: z.ZodType
  /** A browser may make it with the publishable key. */
  isOpen: boolean
  answer: (input: CallInput<unknown>) => Promise<object>
}

type CallDefinition<Shape extends z.ZodRawShape> = {
  method: Call['method']
  path: string
  params?: Shape
  isOpen?: boolean
  answer: (input: CallInput<Params<Shape>>) => Promise<object>
}

/** One call of Stripe's API. `params` leaves out `expand`, which every call takes. */
export function call<Shape extends z.ZodRawShape>(definition: CallDefinition<Shape>): Call {
  const { method, path, params, isOpen = false, answer } = definition
  return {
    method,
    path,
    isOpen,
    params: z.strictObject({ ...params }),
    answer: input => answer(input as CallInput<Params<Shape>>),
  }
}

/** The call that retrieves one object. */
export const retrieve = (kind: Kind, path: string): Call =>
  call({ method: 'GET', path, answer: ({ store, id }) => store.get(kind, id) })

const range = z.strictObject({
  gt: whole.optional(),
  gte: whole.optional(),
  lt: whole.optional(),
  lte: whole.optional(),
})
const paging = {
  limit: z
    .string()
    .regex(/^\d+$/)
    .transform(Number)
    .refine(limit => limit >= 1 && limit <= 100)
    .optional(),
  starting_after: filled.optional(),
  created: range.optional(),
}
type ListDefinition<K extends Kind, Shape extends z.ZodRawShape> = {
  kind: K
  path: string
  /** Filters: an object is listed if its fields have these values. */
  params: Shape
  /** Replaces that comparison. */
  isWanted?: (object: Objects[K], params: Params<Shape>) => boolean
  /** The customer whose objects these are; unset: the `customer` param. */
  customer?: (input: CallInput<Params<Shape>>) => Promise<string>
}

/** The call that lists objects of one kind, newest first. */
export function list<K extends Kind, Shape extends z.ZodRawShape>(definition: ListDefinition<K, Shape>): Call {
  const { kind, path, params, isWanted = hasValues, customer } = definition
  return call({
    method: 'GET',
    path,
    params: { ...paging, ...params },
    answer: async input => {
      const { limit = 10, starting_after: after, created, ...rest } = input.params as Params<typeof paging>
      const own = rest as Params<Shape>
      const owner = (await customer?.({ ...input, params: own })) ?? (own as { customer?: string }).customer
      const items = (await input.store.list(kind, owner))
        .filter(object => isWanted(object, own) && isWithin((object as { created?: number }).created ?? 0, created))
        .toReversed()
      const start = after === undefined ? 0 : items.findIndex(({ id }) => id === after) + 1
      if (after !== undefined && start === 0) throw noSuch('object', after, 'starting_after')
      const data = items.slice(start, start + limit)
      return { object: 'list', data, has_more: items.length > start + limit, url: path.replace(':id', input.id) }
    },
  })
}

const hasValues = (object: object, params: object): boolean =>
  Object.entries(params).every(
    ([name, value]) => value === undefined || (object as Record<string, unknown>)[name] === value,
  )

function isWithin(time: number, created: Params<typeof paging>['created']): boolean {
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = created ?? {}
  return time > gt && time >= gte && time < lt && time <= lte
}
