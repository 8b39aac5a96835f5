import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { Lead } from '#contract/leads/leads.ts'
import { type LeadPage, pageLeads, pageQuery } from './leads.queries.ts'

/** What is kept of a page when its leads are removed from memory. */
type Opened = { first: LeadPage; pages: { ids: number[]; cursor: string | null; nextCursor: string | null }[] }

const pageOf = ({ items, nextCursor }: LeadPage, cursor: string | null) => ({
  ids: items.map(({ id }) => id),
  cursor,
  nextCursor,
})
const startAt = (first: LeadPage): Opened => ({ first, pages: [pageOf(first, null)] })

/** Whether both list the same leads. The facts of a lead may have changed. */
const isSamePage = (a: LeadPage, b: LeadPage): boolean =>
  a === b ||
  (a.asked === b.asked &&
    a.nextCursor === b.nextCursor &&
    a.items.length === b.items.length &&
    a.items.every(({ id }, index) => id === b.items[index]?.id))

/**
 * All leads from the first page on. An account can have 50,000, so only the pages near the viewport stay in memory.
 * Of the others we keep IDs and cursors, and load them again when the reader scrolls back.
 */
export function useLeadPages(first: LeadPage) {
  const [kept, setOpened] = useState(() => startAt(first))
  const [isAsked, setAsked] = useState(false)
  const [near, setNear] = useState({ from: 0, to: 0 })
  // The filter, the order, or the list itself has changed, so paging starts over.
  const opened = isSamePage(kept.first, first) ? kept : startAt(first)
  if (opened !== kept) setOpened(opened)
  const nextCursor = opened.pages.at(-1)?.nextCursor ?? null

  const next = useQuery({ ...pageQuery(first.asked, nextCursor), enabled: isAsked && nextCursor !== null })
  if (isAsked && next.data && nextCursor !== null) {
    setAsked(false)
    setOpened({ first, pages: [...opened.pages, pageOf(next.data, nextCursor)] })
  }
  const wanted = opened.pages.flatMap(({ cursor }, index) =>
    index >= near.from - 1 && index <= near.to + 1 ? [{ index, cursor }] : [],
  )
  const held = useQueries({ queries: wanted.map(({ cursor }) => heldPageQuery(first.asked, cursor)), combine: itemsOf })
  const ids = useMemo(() => opened.pages.flatMap(page => page.ids), [opened])
  const firstHeld = wanted[0]?.index ?? 0
  const leads = useMemo(() => {
    const all = Array.from<Lead | undefined>({ length: ids.length })
    for (const [offset, items] of held.entries())
      for (const [row, lead] of (items ?? []).entries()) all[(firstHeld + offset) * pageLeads + row] = lead
    return all
  }, [ids.length, held, firstHeld])

  const onRange = useCallback((firstLead: number, lastLead: number) => {
    const from = Math.floor(firstLead / pageLeads)
    const to = Math.floor(lastLead / pageLeads)
    setNear(before => (before.from === from && before.to === to ? before : { from, to }))
  }, [])
  const loadMore = () => {
    setAsked(true)
    if (next.isError) void next.refetch()
  }
  return {
    leads,
    ids,
    onRange,
    loadMore,
    hasMore: nextCursor !== null,
    isLoadingMore: isAsked && next.isFetching,
    hasFailed: next.isError,
  }
}

/** If a removed page cannot be read again, it is requested repeatedly, because its rows show placeholders. */
const retryMs = 10_000
const heldPageQuery = (asked: LeadPage['asked'], cursor: string | null) => ({
  ...pageQuery(asked, cursor),
  refetchInterval: ({ state }: { state: { status: string; data: unknown } }) =>
    state.status === 'error' && state.data === undefined ? retryMs : (false as const),
})

const itemsOf = (results: UseQueryResult<LeadPage>[]): (Lead[] | undefined)[] => results.map(({ data }) => data?.items)
