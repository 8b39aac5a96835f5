import './zod-settings.ts'
import { z } from 'zod'
import type { ErrorType } from './errors.ts'
import type { Feature } from './plans.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
/** Who can call it: anyone, a signed-in user, an administrator, or a program with an API key of at least that scope. */
export type Access = 'public' | 'user' | 'admin' | 'read key' | 'search key' | 'write key'
/** The API key scope that an endpoint requires; null if it requires no key. */
export function keyScopeOf({ access }: Pick<Endpoint, 'access'>): 'read' | 'search' | 'write' | null {
  if (access === 'read key') return 'read'
  if (access === 'search key') return 'search'
  return access === 'write key' ? 'write' : null
}

export type CallLimit =
  | 'search'
  | 'preview'
  | 'suggestion'
  | 'export'
  | 'lead change'
  | 'file'
  | 'webhook change'
  | 'webhook send'
  | 'billing'
  | 'billing read'
  | 'mail'

/** A reply that is a download, in one of these media types. */
export class FileOf {
  readonly mediaTypes: readonly string[]

  constructor(mediaTypes: readonly string[]) {
    this.mediaTypes = mediaTypes
  }
}

/** A reply that only says what was done. */
export const Said = z.object({ message: z.string() })

/** What all schemas have in common. Comparing whole ones (`z.ZodType`) makes the type check slower by a fifth. */
export type Schema = z.core.$ZodType
type Replies = Record<number, Schema | FileOf>

/** Whether HEAD is answered like GET. Not where a page is paid for: its leads would be charged and not sent. */
export const allowsHead = ({ method, limit }: Pick<Endpoint, 'method' | 'limit'>): boolean =>
  method === 'GET' && limit !== 'search'

type Definition<Query extends Schema, Body extends Schema, R extends Replies, Params extends Schema> = {
  /** Without it, every signed-in user. */
  access?: Access
  limit?: CallLimit
  /** The feature that the caller's plan must include. */
  feature?: Feature
  /** For the documentation of the public API, like `details` and `refuses`. */
  summary?: string
  details?: string
  /** Its own errors, for the documentation; errors that follow from its input are added automatically. */
  refuses?: readonly ErrorType[]
  params?: Params
  query?: Query
  body?: Body
  /** Passes the body on as raw bytes, to check a signature. */
  takesRawBody?: true
  /** The body is a file, which is passed on as raw bytes. */
  takesFile?: true
  /** Reads and ignores any body, such as the form that mail programs send to unsubscribe. */
  ignoresBody?: true
  /** Largest body in bytes; default: the server's limit. */
  bodyLimitBytes?: number
  /** The schema of each successful reply, by status. Fields that it does not name never leave the server. */
  replies: R
}

type At<M extends Method, Path extends string> = { method: M; path: Path; access: Access }

/** One endpoint of the API, shared by routes, screens, and generated tests. Errors come from `errors.ts`. */
export type Endpoint<
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  R extends Replies = Replies,
  Params extends Schema = Schema,
> = At<Method, string> & Definition<Query, Body, R, Params>

/** Method and path keep their literal types, so that `addressOf` in the web app can check them. */
export const endpoint = <
  Query extends Schema,
  Body extends Schema,
  const R extends Replies,
  Params extends Schema,
  M extends Method,
  Path extends string,
>(
  method: M,
  path: Path,
  definition: Definition<Query, Body, R, Params>,
): At<M, Path> & Definition<Query, Body, R, Params> => ({ method, path, access: 'user', ...definition })

type SchemaOf<T> = T extends Schema ? z.output<T> : string
export type ReplyOf<E> =
  E extends Endpoint<Schema, Schema, infer R> ? { [S in keyof R]: SchemaOf<R[S]> }[keyof R] : never
export type BodyOf<E> = E extends Endpoint<Schema, infer B> ? z.input<B> : never
export type QueryOf<E> = E extends Endpoint<infer Q> ? z.input<Q> : never
