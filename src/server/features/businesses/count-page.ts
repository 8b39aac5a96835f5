import type { Figures } from '#server/catalog/counts/figures.ts'

export type CountLink = { label: string; path: string; places: number | null }

export type CountPage = {
  path: string
  title: string
  description: string
  heading: string
  summary: string
  /** A sentence below the summary. */
  note: string | null
  /** Null if there are too few businesses to show numbers. */
  figures: Figures | null
  search: { category: string; place: string } | null
  /** The pages above this page, for the breadcrumbs. */
  above: readonly { label: string; path: string }[]
  lists: readonly { title: string; links: readonly CountLink[] }[]
  sources: readonly { name: string; release: string; license: string; attribution: string }[]
  countedAt: Date | null
  isIndexed: boolean
}
