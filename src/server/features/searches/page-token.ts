import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { PageKey } from '#server/catalog/place/search-plan.ts'

/** Where the next page begins, and how many leads the previous pages returned. */
export type Cursor = { after: PageKey; delivered: number }
type Bound = { searchId: number; userId: number }

const Content = z.tuple([z.union([z.number(), z.string()]), z.number().int(), z.number().int().nonnegative()])
const SIGNATURE_BYTES = 16

/** Makes an opaque token that is signed for a search and its user. */
export function pageTokenOf(key: Uint8Array, bound: Bound, { after, delivered }: Cursor): string {
  const content = Buffer.from(JSON.stringify([after.value, after.id, delivered])).toString('base64url')
  return `${content}.${signature(key, bound, content).toString('base64url')}`
}

/** Reads a token. Null if it is invalid or belongs to another search or user. */
export function readPageToken(key: Uint8Array, bound: Bound, token: string): Cursor | null {
  const [content = '', signed = '', ...rest] = token.split('.')
  const given = Buffer.from(signed, 'base64url')
  if (rest.length > 0 || given.length !== SIGNATURE_BYTES) return null
  if (!timingSafeEqual(given, signature(key, bound, content))) return null
  const [value, id, delivered] = Content.parse(JSON.parse(Buffer.from(content, 'base64url').toString()))
  return { after: { value, id }, delivered }
}

const signature = (key: Uint8Array, { searchId, userId }: Bound, content: string): Buffer =>
  createHmac('sha256', key).update(`${searchId}.${userId}.${content}`).digest().subarray(0, SIGNATURE_BYTES)
