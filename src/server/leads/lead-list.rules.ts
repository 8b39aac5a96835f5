import { z } from 'zod'
import type { LeadOrder } from '#contract/leads/leads.ts'

/** `position` is the order of one search; the others work for any list. */
export type ListOrder = LeadOrder | 'position'

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
  // The worst first, because that is who needs a call. Leads without a grade are last.
  grade: {
    value: 'CASE WHEN l.site_grade IS NULL THEN 101 ELSE l.site_score END',
    type: 'int',
    holds: smallint,
    isDescending: false,
  },
  position: { value: 'sl.position', type: 'int', holds: z.int32(), isDescending: false },
}
