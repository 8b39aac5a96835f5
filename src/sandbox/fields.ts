import { randomBytes } from 'node:crypto'
import empty from './empty-objects.json' with { type: 'json' }
import type { Parts } from './wire.ts'

/** A new id such as `cus_4fKq…`, which is as long as Stripe's ids. */
export const newId = (prefix: string): string => `${prefix}_${randomText()}`
export const newSecret = (id: string): string => `${id}_secret_${randomText()}`

const randomText = (): string => randomBytes(12).toString('hex')

/** The fields of a new object that are not empty. */
export type Given<K extends keyof Parts> = Partial<Parts[K]> & Omit<Parts[K], keyof (typeof empty)[K] | 'object'>

/** A new object of Stripe's API. Fields that are not given have the empty values of `empty-objects.json`. */
export function newObject<K extends keyof Parts>(kind: K, now: number, given: Given<K>): Parts[K] {
  const fields: object = empty[kind]
  const created = 'created' in fields ? { created: now } : {}
  return { ...structuredClone(fields), object: kind, ...created, ...given } as unknown as Parts[K]
}

type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text

/** An object for fields that the sandbox never fills: `{ a: null, b: null }` for `nulls('a b')`. */
export const nulls = <Text extends string>(names: Text): Record<Words<Text>, null> =>
  Object.fromEntries(names.split(' ').map(name => [name, null])) as Record<Words<Text>, null>

export const listOf = <T>(url: string, data: T[], hasMore = false) => ({
  object: 'list' as const,
  data,
  has_more: hasMore,
  url,
})
