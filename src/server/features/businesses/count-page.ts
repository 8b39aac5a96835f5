import type { Figures } from '#server/catalog/counts/figures.ts'

export type CountLink = { label: string; path: string; places: number | null }

/** What a page of counts says. */
export type CountPage = {
  path: string
  title: string
  description: string
  heading: string
  summary: string
  /** Said below the summary. */
  note: string | null
  /** Null if there are too few to be told. */
  figures: Figures | null
  /** The search that finds these businesses. */
  search: { category: string; place: string } | null
  /** The pages above this one. */
  above: readonly { label: string; path: string }[]
  lists: readonly { title: string; links: readonly CountLink[] }[]
  sources: readonly { name: string; release: string; license: string; attribution: string }[]
  countedAt: Date | null
  /** Search engines may list it. */
  isIndexed: boolean
}
