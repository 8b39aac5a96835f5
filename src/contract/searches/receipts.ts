import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { LongRowId } from '../row-id.ts'
import { Search, SearchedSource, SearchNotes } from './searches.ts'

/** At most this many leads of a search are compared with what it would find today. */
export const maxComparedLeads = 2000

/** A page of a search, as it was loaded. */
export const ReceiptPage = z.object({
  at: z.iso.datetime(),
  leads: z.number().int(),
  /** Contact pulls that it cost. */
  pulls: z.number().int(),
  /** Leads that were free because they may be another lead of the user. */
  doubles: z.number().int(),
  /** The version of the catalog that it was read from. */
  catalogVersion: z.number().int(),
})
export type ReceiptPage = z.infer<typeof ReceiptPage>

/** An entry of the ledger of the account. */
export const Charge = z.object({
  id: z.number().int(),
  at: z.iso.datetime(),
  /** What was taken, or why it was given back. */
  kind: z.enum(['search', 'monthly pull', 'extra pull', 'returned lead', 'replaced samples']),
  /** Negative if it was given back. */
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

/** What the entries add up to. */
export const totalOf = (charges: readonly Charge[]): z.infer<typeof ReceiptTotal> => {
  const sum = (isCounted: (kind: Charge['kind']) => boolean) =>
    charges.reduce((total, { kind, amount }) => (isCounted(kind) ? total + amount : total), 0)
  return { searches: sum(kind => kind === 'search'), pulls: sum(kind => kind !== 'search') }
}

export const Receipt = z.object({
  search: Search,
  /** Null for a search that was run before notes were stored. */
  notes: SearchNotes.nullable(),
  /** Leads on the pages loaded so far. */
  leads: z.number().int(),
  /** Empty for a search that was run before receipts were kept. */
  pages: z.array(ReceiptPage),
  /** SHA-256 of the businesses on these pages, in their order; null without pages. */
  hash: z.string().nullable(),
  charges: z.array(Charge),
  /** The sum of the charges. */
  total: ReceiptTotal,
  /** When real places replaced the samples of this search. */
  refundedAt: z.iso.datetime().nullable(),
})
export type Receipt = z.infer<typeof Receipt>

export const getReceipt = endpoint('GET', '/api/searches/:id/receipt', {
  access: 'user',
  summary: 'What one of the searches understood, read, found, left out, and cost',
  params: z.object({ id: LongRowId }),
  replies: { 200: Receipt },
})

export const Comparison = z.object({
  /** The first leads of the search that were compared. */
  compared: z.number().int(),
  /** The same businesses in the same order. */
  isSame: z.boolean(),
  /** Businesses that were not among the compared leads then, and now are among as many first results. */
  appeared: z.number().int(),
  /** Businesses that are not found any more. */
  gone: z.number().int(),
  /** All matching places, when the search was run and now. */
  matchesThen: z.number().int(),
  matchesNow: z.number().int(),
  /** Where the area's places come from now. */
  sources: z.array(SearchedSource.pick({ name: true, release: true })),
})
export type Comparison = z.infer<typeof Comparison>

export const compareSearch = endpoint('POST', '/api/searches/:id/comparison', {
  access: 'user',
  limit: 'preview',
  summary: 'Runs a search again and says what has changed; costs nothing, and stores nothing',
  params: z.object({ id: LongRowId }),
  replies: { 200: Comparison },
})
