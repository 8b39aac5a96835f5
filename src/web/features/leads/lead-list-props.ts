import type { Lead } from '#contract/leads.ts'
import type { Ticks } from './ticks.ts'
import type { OnRange } from './use-row-window.ts'

export type LeadListProps = {
  /** Undefined: known to be there, but not in memory at the moment. */
  leads: readonly (Lead | undefined)[]
  ticks: Ticks
  onDetails: (lead: Lead) => void
  onRange?: OnRange
}

/** The same, with where the list begins on the page, in pixels. */
export type PlacedListProps = LeadListProps & { top: number }
