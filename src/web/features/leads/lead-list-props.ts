import type { Lead } from '#contract/leads/leads.ts'
import type { LeadSort } from './lead-list.rules.ts'
import type { OnRange } from './use-row-window.ts'

export type LeadListProps = {
  /** Undefined for a lead that exists but is not loaded at the moment. */
  leads: readonly (Lead | undefined)[]
  onRange?: OnRange
  /** The order of the leads. Set if a click on a column's header may change it. */
  order?: { sort: LeadSort; onSort: (sort: LeadSort) => void }
}

/** `top` is the list's distance from the top of the page in pixels. */
export type PlacedListProps = LeadListProps & { top: number }
