import { z } from 'zod'
import { type LeadFilter, type LeadOrder, qualityRange } from '#contract/leads/leads.ts'

/** `position` is the order of one search; the others work for any list. */
export type ListOrder = LeadOrder | 'position'
/** A condition on `lead l` (and `search_lead sl`), with parameters from `$firstValue` on. */
export type Condition = { sql: string; values: unknown[] }

type Sorting = { value: string; type: string; holds: z.ZodType<string | number>; isDescending: boolean }

const smallint = z.int().min(-32_768).max(32_767)
const words = z
  .string()
  .max(1000)
  .regex(/^[^\0]*$/)
const real = z.float32().refine(value => value === 0 || Math.fround(value) !== 0)

/** Each order sorts by a value and then by id, in the same direction. `holds` is the range of the column's type. */
export const orders: Record<ListOrder, Sorting> = {
  newest: { value: 'l.id', type: 'bigint', holds: z.int(), isDescending: true },
  name: { value: 'l.name_key', type: 'text', holds: words, isDescending: false },
  rating: { value: 'l.rating', type: 'real', holds: real, isDescending: true },
  quality: { value: 'l.quality', type: 'smallint', holds: smallint, isDescending: true },
  position: { value: 'sl.position', type: 'int', holds: z.int32(), isDescending: false },
}

/** The conditions of a filter on the lead itself. The work on a lead is stored in other tables, see `workSetsOf`. */
export function conditionOf(filter: LeadFilter, firstValue: number): Condition {
  const values: unknown[] = []
  const parts: string[] = []
  const ask = (value: unknown, sql: (place: string) => string) => {
    if (value === undefined) return
    values.push(value)
    parts.push(` AND ${sql(`$${firstValue + values.length - 1}`)}`)
  }
  const range = filter.quality === undefined ? undefined : qualityRange[filter.quality]
  ask(range?.from, place => `l.quality >= ${place}`)
  ask(range?.below, place => `l.quality < ${place}`)
  ask(filter.hasWebsite, place => `l.has_website = ${place}`)
  ask(filter.hasPhone, place => `l.has_phone = ${place}`)
  ask(filter.hasEmail, place => `l.has_email = ${place}`)
  ask(filter.state, place => `l.state = ${place}`)
  ask(filter.text && patternsOf(filter.text), place => `l.list_text LIKE ANY (${place}::text[])`)
  return { sql: parts.join(''), values }
}

/** Lower-case LIKE patterns for a text, and for its digits if it looks like a phone number. */
export function patternsOf(text: string): string[] {
  const digits = text.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  const looksLikePhone = digits.length >= 3 && /^[\d\s()+./-]+$/.test(text)
  return [containing(text.toLowerCase()), ...(looksLikePhone ? [containing(digits)] : [])]
}

const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
