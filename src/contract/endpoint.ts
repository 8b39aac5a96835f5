import './messages.ts'
import type { z } from 'zod'
import type { ErrorType } from './errors.ts'
import type { Feature } from './plans.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
/** Who may call: anybody; a signed-in user; a signed-in administrator; a program with an API key of that scope or more. */
export type Access = 'public' | 'user' | 'admin' | 'read key' | 'search key'
/** The scope of API key that an endpoint asks for; null where it asks for something else. */
export function keyScopeOf({ access }: Pick<Endpoint, 'access'>): 'read' | 'search' | null {
  if (access === 'read key') return 'read'
  return access === 'search key' ? 'search' : null
}

/** Kinds of call of which an account may make so many in a while. */
export type CallLimit = 'search' | 'export' | 'billing' | 'billing look'

/** A reply that is a download instead of JSON. */
export const csvFile = 'csv file'
export const jsonFile = 'json file'

type Schema = z.ZodType
type Replies = Record<number, Schema | typeof csvFile | typeof jsonFile>

/** One call of the API: what route, screen and generated tests all share. Errors come from `errors.ts`. */
export type Endpoint<
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  R extends Replies = Replies,
  Params extends Schema = Schema,
> = {
  method: Method
  path: string
  access: Access
  /** What a call counts as, where an account may make only so many. */
  limit?: CallLimit
  /** What the caller's plan must have. */
  feature?: Feature
  /** One line for the API's documentation. */
  summary: string
  /** What else its documentation says: sentences. */
  details?: string
  /** Refusals of its own, for its documentation; those that follow from what it takes are not among them. */
  refuses?: readonly ErrorType[]
  params?: Params
  query?: Query
  body?: Body
  /** The body is handed over as the bytes that came, for who has to check a signature over them. */
  takesRawBody?: true
  /** Bytes a body may have at most; the server's default where unset. */
  bodyLimitBytes?: number
  /** Status of each good answer and its shape. Fields that a shape does not name never leave the server. */
  replies: R
}

/** Method and path keep their literal types, so that `addressOf` in the web can check them. */
export function endpoint<
  Query extends Schema,
  Body extends Schema,
  const R extends Replies,
  Params extends Schema,
  const M extends Method,
  const Path extends string,
>(
  definition: Endpoint<Query, Body, R, Params> & { method: M; path: Path },
): Endpoint<Query, Body, R, Params> & { method: M; path: Path } {
  return definition
}

type SchemaOf<T> = T extends Schema ? z.output<T> : string
/** What a caller may get back from an endpoint when it succeeds. */
export type ReplyOf<E> =
  E extends Endpoint<Schema, Schema, infer R> ? { [S in keyof R]: SchemaOf<R[S]> }[keyof R] : never
export type BodyOf<E> = E extends Endpoint<Schema, infer B> ? z.input<B> : never
export type QueryOf<E> = E extends Endpoint<infer Q> ? z.input<Q> : never
