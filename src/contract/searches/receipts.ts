import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { LongRowId } from '../row-id.ts'
import { Search, SearchedSource, SearchNotes } from './searches.ts'

/** At most this many leads of a search are compared with what it would find today. */
export const maxComparedLeads = 2000

export const ReceiptPage = z.object({
  at: z.iso.datetime(),
  leads: z.number().int(),
  pulls: z.number().int(),
  doubles: z.number().int(),
  catalogVersion: z.number().int(),
})
export type ReceiptPage = z.infer<typeof ReceiptPage>

/** An entry of the ledger of the account. */
export const Charge = z.object({
  id: z.number().int(),
  at: z.iso.datetime(),
  kind: z.enum(['search', 'monthly pull', 'extra pull', 'returned lead', 'replaced samples']),
  amount: z.number().int(),
})
export type Charge = z.infer<typeof Charge>

/** How the loaded leads add up: what each lead was for the user when it was loaded. */
export function leadsByCost(pages: readonly ReceiptPage[]): Record<'new' | 'doubles' | 'owned', number> {
  const sum = (of: 'leads' | 'pulls' | 'doubles') => pages.reduce((total, page) => total + page[of], 0)
  const [pulls, doubles] = [sum('pulls'), sum('doubles')]
  return { new: pulls, doubles, owned: sum('leads') - pulls - doubles }
}

const ReceiptTotal = z.object({ searches: z.number().int(), pulls: z.number().int() })

export const totalOf = (charges: readonly Charge[]): z.infer<typeof ReceiptTotal> => {
  const sum = (isCounted: (kind: Charge['kind']) => boolean) =>
    charges.reduce((total, { kind, amount }) => (isCounted(kind) ? total + amount : total), 0)
  return { searches: sum(kind => kind === 'search'), pulls: sum(kind => kind !== 'search') }
}

/** Its fields are described in `public-api/api-v1-work-schemas.ts`. */
export const Receipt = z.object({
  search: Search,
  notes: SearchNotes.nullable(),
  leads: z.number().int(),
  /** Empty for a search that was run before receipts were kept. */
  pages: z.array(ReceiptPage),
  hash: z.string().nullable(),
  charges: z.array(Charge),
  total: ReceiptTotal,
  refundedAt: z.iso.datetime().nullable(),
})
export type Receipt = z.infer<typeof Receipt>

export const getReceipt = endpoint('GET', '/api/searches/:id/receipt', {
  params: z.object({ id: LongRowId }),
  replies: { 200: Receipt },
})

export const Comparison = z.object({
  compared: z.number().int(),
  isSame: z.boolean(),
  appeared: z.number().int(),
  gone: z.number().int(),
  matchesThen: z.number().int(),
  matchesNow: z.number().int(),
  sources: z.array(SearchedSource.pick({ name: true, release: true })),
})
export type Comparison = z.infer<typeof Comparison>

/** Runs a search again and says what has changed; costs nothing, and stores nothing. */
export const compareSearch = endpoint('POST', '/api/searches/:id/comparison', {
  limit: 'preview',
  params: z.object({ id: LongRowId }),
  replies: { 200: Comparison },
})
