import { z } from 'zod'
import type { Books } from '../books.ts'

export type CallInput<Params> = {
  books: Books
  params: Params
  /** What stands in the path for :id. */
  id: string
  /** Whether the caller holds the secret key; a browser has the publishable one, and a client secret. */
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
  answer: (input: CallInput<z.output<z.ZodObject<Shape>>>) => Promise<object>
}

/** One call of Stripe's API; `expand`, which every call takes, is not among its own params. */
export function call<Shape extends z.ZodRawShape>({
  method,
  path,
  params,
  isOpen = false,
  answer,
}: CallDefinition<Shape>): Call {
  return {
    method,
    path,
    isOpen,
    params: z.strictObject({ ...params }),
    answer: input => answer(input as CallInput<z.output<z.ZodObject<Shape>>>),
  }
}
