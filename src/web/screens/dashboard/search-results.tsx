import { Bookmark, Pencil } from 'lucide-react'
import { Activity, type ReactNode, type RefObject, useState } from 'react'
import type { SearchForm } from '#contract/searches/search-form.ts'
import { LeadsLoading, ResultsLoading } from '../../features/leads/lead-list-states.tsx'
import type { MapSearch } from '../../features/leads/lead-map.tsx'
import { leadsFailure, type LoadedSearch, useLoadedSearch } from '../../features/searches/loaded-search.queries.ts'
import { searchLabel } from '../../features/searches/search-words.ts'
import type { RunAgain } from '../../features/searches/understood-search.tsx'
import { lazyDialog, lazyPart } from '../../shared/api/lazy-part.tsx'
import { LoadError } from '../../shared/api/query-content.tsx'
import { capitalized } from '../../shared/format.ts'
import { Button } from '../../shared/ui/button.tsx'

/** Preloaded when the first search starts. */
export const loadFoundLeads = () => import('./found-leads.tsx')
const FoundLeads = lazyPart(loadFoundLeads, { waiting: <ResultsLoading /> })
const SaveSearchDialog = lazyDialog(() => import('./save-search-dialog.tsx'))
const Start = lazyPart(() => import('./start.tsx'))

type SearchResultsProps = {
  searchId: number | undefined
  isSearching: boolean
  headingRef: RefObject<HTMLHeadingElement | null>
  /** Opens the form, where it is closed above the results. */
  onEdit: (() => void) | undefined
  runAgain: RunAgain | undefined
  map: MapSearch
  waysOut: ReactNode
  /** The notice about real places that are being loaded. */
  loadNotice: ReactNode
  onRun: (form: SearchForm) => void
}

export function SearchResults({ searchId, isSearching, onRun, ...shown }: SearchResultsProps) {
  const { loadNotice } = shown
  const loaded = useLoadedSearch(searchId)
  if (loaded.data)
    return (
      <div className="min-w-0">
        {isSearching && <LeadsLoading />}
        {/* For another area: the newest search was refused there, because nothing is loaded. */}
        {!isSearching && !loaded.data.load && <div className="mb-4 empty:hidden">{loadNotice}</div>}
        {/* Hidden and not removed: if the new search is refused, the selection and the filter are still there. */}
        <Activity mode={isSearching ? 'hidden' : 'visible'}>
          <Results
            key={loaded.data.search.id}
            {...shown}
            loaded={loaded.data}
            loadNotice={loaded.data.load && loadNotice}
          />
        </Activity>
      </div>
    )
  if (isSearching || loaded.isLoading) return <LeadsLoading />
  if (loaded.isError)
    return <LoadError error={loaded.error} failure={leadsFailure} onRetry={() => void loaded.refetch()} />
  if (loadNotice) return loadNotice
  return (
    <div className="flex min-h-96 items-center justify-center rounded-xl border border-dashed border-line xl:min-h-120">
      <Start onRun={onRun} />
    </div>
  )
}

type ResultsProps = Omit<SearchResultsProps, 'searchId' | 'isSearching' | 'onRun'> & { loaded: LoadedSearch }

function Results({ loaded, headingRef, onEdit, ...found }: ResultsProps) {
  const { search } = loaded
  const [isSaving, setSaving] = useState(false)
  return (
    <section aria-labelledby="results-title" className="flex min-w-0 flex-col gap-3 max-sm:gap-1.5">
      <div className="flex items-start justify-between gap-x-4 max-sm:gap-x-1">
        <h2
          id="results-title"
          ref={headingRef}
          tabIndex={-1}
          className="scroll-mt-20 text-xl font-semibold tracking-tight max-sm:text-lg wrap-anywhere outline-none"
        >
          {capitalized(searchLabel(search))}
        </h2>
        <div className="-my-0.5 flex print:hidden max-sm:-my-2">
          {/* On phones, the icons leave room for the heading beside them. */}
          {onEdit && (
            <Button variant="ghost" size="sm" className="xl:hidden" aria-label="Edit Search" onClick={onEdit}>
              <Pencil className="size-4" />
              <span className="max-sm:hidden">Edit Search</span>
            </Button>
          )}
          <Button variant="ghost" size="sm" aria-label="Save Search" onClick={() => setSaving(true)}>
            <Bookmark className="size-4" />
            <span className="max-sm:hidden">Save Search</span>
          </Button>
        </div>
      </div>
      <FoundLeads loaded={loaded} {...found} />
      {isSaving && <SaveSearchDialog search={search} onClose={() => setSaving(false)} />}
    </section>
  )
}
