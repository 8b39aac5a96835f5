import { useEffect, useRef, useState } from 'react'
import type { SearchForm as SearchFormValues, SortBy } from '#contract/searches/search-form.ts'
import type { Box } from '../../features/leads/base-map.ts'
import type { MapSearch } from '../../features/leads/lead-map.tsx'
import { type LoadedSearch, outlinesOf, useLoadedSearch } from '../../features/searches/loaded-search.queries.ts'
import type { Narrowing } from '../../features/searches/narrow-search.tsx'
import { emptySearch, formOf } from '../../features/searches/search-criteria.ts'
import type { RunAgain } from '../../features/searches/understood-search.tsx'
import { changeAddress, useAddressValue } from '../../shared/address.ts'
import { problemOf } from '../../shared/api/api-error.ts'
import { lazyDialog, lazyPart } from '../../shared/api/lazy-part.tsx'
import { SearchForm } from './search-form.tsx'
import { loadFoundLeads, SearchResults } from './search-results.tsx'
import { type SearchRun, useRunSearch } from './search.queries.ts'

const WaysOut = lazyPart(() => import('./ways-out.tsx'))
const SearchThisArea = lazyPart(() => import('./search-this-area.tsx'), { failed: null })
const AreaLoadNotice = lazyPart(() => import('./area-load-notice.tsx'))
const ConfirmDialog = lazyDialog(() => import('./confirm-dialog.tsx'))

type ToConfirm = { wanted: SearchRun; estimatedLeads: number }

/** The form and its results. The URL has the search, so a reload costs nothing. A form above results closes. */
export function SearchTab() {
  const search = useRunSearch()
  const [toConfirm, setToConfirm] = useState<ToConfirm>()
  const [last, setLast] = useState<{ id: number; wanted: SearchRun }>()
  const [chosen, setChosen] = useState<SearchFormValues>()
  const searchId = Number(useAddressValue('search')) || undefined
  const loaded = useLoadedSearch(searchId)
  const [view, setView] = useState<Box>()
  const [openedFor, setOpenedFor] = useState<number>()
  const isClosed = searchId !== undefined && openedFor !== searchId && !loaded.isError

  const { top, heading, moveToResults } = useMoveToResults()
  const cancel = () => setToConfirm(undefined)
  const run = useRunOnce(search, {
    onStart: cancel,
    onQuestion: setToConfirm,
    onFound: (wanted, id) => {
      showSearch(id, wanted.form.sortBy === shownForm?.sortBy ? undefined : wanted.form.sortBy)
      setLast({ id, wanted })
      setOpenedFor(undefined)
      // Results that replace others by themselves do not take the focus.
      if (!wanted.afterLoad) moveToResults()
    },
  })
  const tryInstead = (form: SearchFormValues, narrowing?: Narrowing) => {
    setChosen(form)
    run({ form, ...(narrowing && { narrowing }) })
  }
  const shown = last?.id === searchId ? last?.wanted : undefined
  const shownForm = shown?.form ?? (loaded.data && formOf(loaded.data))
  const runAgain: RunAgain | undefined = shownForm && {
    onNarrow: narrowing => run({ form: shownForm, narrowing }),
    onRemove: filter => tryInstead({ ...shownForm, [filter]: emptySearch[filter] }, narrowingOf(loaded.data)),
  }
  const loadNotice = loadNoticeOf({ search, loaded: loaded.data, shown, run })
  const map: MapSearch = {
    outlines: outlinesOf(loaded.data?.search),
    onView: setView,
    action: view && shownForm && <SearchThisArea view={view} form={shownForm} onRun={form => tryInstead(form)} />,
  }
  const waysOut = shownForm && <WaysOut form={shownForm} onRun={form => tryInstead(form)} />
  return (
    <div
      ref={top}
      data-found={searchId !== undefined || undefined}
      className="grid scroll-mt-18 items-start gap-4 xl:grid-cols-[20rem_1fr] xl:gap-6 xl:[--form-width:21.5rem] xl:beside:grid-cols-1 xl:beside:[--form-width:0rem] print:block"
    >
      <SearchForm
        isClosed={isClosed}
        isOpened={openedFor !== undefined && openedFor === searchId}
        isSearching={search.isPending}
        isPreparing={search.isPreparing}
        error={search.error}
        filledFrom={{ shown: loaded.data, ranId: last?.id, chosen }}
        onSearch={form => run({ form })}
      />
      <SearchResults
        searchId={searchId}
        isSearching={search.isPending}
        headingRef={heading}
        onEdit={isClosed ? () => setOpenedFor(searchId) : undefined}
        runAgain={runAgain}
        map={map}
        waysOut={waysOut}
        loadNotice={loadNotice}
        onRun={form => tryInstead(form)}
      />
      {toConfirm && (
        <ConfirmDialog
          estimatedLeads={toConfirm.estimatedLeads}
          onClose={cancel}
          onConfirm={() => run(toConfirm.wanted)}
        />
      )}
    </div>
  )
}

/** A search that has just finished moves the focus to its results. */
function useMoveToResults() {
  const top = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const [finished, setFinished] = useState(0)
  useEffect(() => {
    if (finished === 0) return
    heading.current?.focus({ preventScroll: true })
    top.current?.scrollIntoView({ block: 'start' })
  }, [finished])
  return { top, heading, moveToResults: () => setFinished(times => times + 1) }
}

type Steps = {
  onStart: () => void
  onQuestion: (question: ToConfirm) => void
  onFound: (wanted: SearchRun, searchId: number) => void
}

/** The second click of a double click comes before the button renders as busy. Each search costs one of the quota. */
function useRunOnce(search: ReturnType<typeof useRunSearch>, { onStart, onQuestion, onFound }: Steps) {
  const isRunning = useRef(false)
  return (wanted: SearchRun) => {
    if (isRunning.current) return
    isRunning.current = true
    // If preloading fails, rendering the results loads the code again.
    void loadFoundLeads().catch(() => {})
    onStart()
    search.mutate(wanted, {
      onSuccess: reply => {
        if ('requiresConfirmation' in reply) onQuestion({ wanted, estimatedLeads: reply.estimatedLeads })
        else onFound(wanted, reply.search.id)
      },
      onSettled: () => {
        isRunning.current = false
      },
    })
  }
}

type Repeatable = {
  search: ReturnType<typeof useRunSearch>
  loaded: LoadedSearch | undefined
  /** The search that is shown, if it was run here. */
  shown: SearchRun | undefined
  run: (wanted: SearchRun) => void
}

/** The notice about a load of places that the search waits for. */
function loadNoticeOf({ search, loaded, shown, run }: Repeatable) {
  const refused = problemOf(search.error)?.load
  const load = refused ?? loaded?.load
  const toRepeat = refused ? search.variables : shown
  const isRepeated = load !== undefined && load !== null && toRepeat?.afterLoad === load.id
  // A search that still lacks places after the load is not offered again.
  if (!load || !toRepeat || (isRepeated && load.state === 'done')) return null
  return (
    <AreaLoadNotice
      key={`${load.id} ${isRepeated}`}
      load={load}
      seen={seenIn(refused ? undefined : loaded)}
      hasMiddle={isRepeated}
      onRepeat={() => run({ ...toRepeat, afterLoad: load.id })}
    />
  )
}

/** Puts a search into the URL, and its order if the list has another one. Removes the text filter. */
const showSearch = (id: number, sortBy: SortBy | undefined): void =>
  changeAddress(
    values => {
      values.set('search', String(id))
      for (const used of ['category', 'place', 'filter']) values.delete(used)
      if (sortBy !== undefined) sortAs(values, sortBy)
    },
    { isStep: true },
  )

function seenIn(loaded: LoadedSearch | undefined): 'samples' | 'part' | 'nothing' {
  if (loaded === undefined || loaded.leads.length === 0) return 'nothing'
  return loaded.notes?.sources.some(({ isSample }) => isSample) === true ? 'samples' : 'part'
}

function narrowingOf(loaded: LoadedSearch | undefined): Narrowing | undefined {
  const contains = loaded?.notes?.understood.category.contains ?? []
  const withoutCategories = contains.flatMap(({ category, isSearched }) => (isSearched ? [] : category))
  const mainCategoryOnly = loaded?.search.mainCategoryOnly === true
  return mainCategoryOnly || withoutCategories.length > 0 ? { mainCategoryOnly, withoutCategories } : undefined
}

/** The list starts by name, unless the form asks for another order. The same order again leaves the list as it is. */
function sortAs(values: URLSearchParams, sortBy: SortBy): void {
  if (sortBy === 'rating') values.set('sort', sortBy)
  if (sortBy === 'name') values.delete('sort')
}
