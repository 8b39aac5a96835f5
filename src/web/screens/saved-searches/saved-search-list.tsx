import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { SavedSearch } from '#contract/searches/saved-searches.ts'
import { searchLabel } from '../../features/searches/search-words.ts'
import { lazyDialog } from '../../shared/api/lazy-part.tsx'
import { capitalized, count, formatDayOf } from '../../shared/format.ts'
import { paths } from '../../shared/paths.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { Checkbox } from '../../shared/ui/checkbox.tsx'
import { RemovalDialog } from '../../shared/ui/removal-dialog.tsx'
import { useChangeSavedSearch, useDeleteSavedSearch, useRunSavedSearch } from './saved-searches.queries.ts'

const RenameDialog = lazyDialog(() => import('./rename-dialog.tsx'))

export function SavedSearchList({ savedSearches }: { savedSearches: readonly SavedSearch[] }) {
  const [toDelete, setToDelete] = useState<SavedSearch>()
  const [toRename, setToRename] = useState<SavedSearch>()
  const close = () => setToDelete(undefined)
  const remove = useDeleteSavedSearch()
  if (savedSearches.length === 0) return <p className="text-sm text-ink-2">You have no saved searches.</p>
  return (
    <>
      <ul className="flex flex-col gap-3">
        {savedSearches.toSorted(newsFirst).map(saved => (
          <li key={saved.id}>
            <SavedSearchCard saved={saved} onRename={() => setToRename(saved)} onDelete={() => setToDelete(saved)} />
          </li>
        ))}
      </ul>
      {toRename !== undefined && <RenameDialog saved={toRename} onClose={() => setToRename(undefined)} />}
      {toDelete !== undefined && (
        <RemovalDialog
          title={`Delete “${toDelete.name}”?`}
          description="You get no more news of this search. Its leads stay."
          keep="Keep search"
          remove="Delete search"
          isBusy={remove.isPending}
          onClose={close}
          onRemove={() => remove.mutate(toDelete.id, { onSuccess: close })}
        />
      )}
    </>
  )
}

const newsFirst = (a: SavedSearch, b: SavedSearch): number => Number(b.newBusinesses > 0) - Number(a.newBusinesses > 0)

type SavedSearchCardProps = { saved: SavedSearch; onRename: () => void; onDelete: () => void }

function SavedSearchCard({ saved, onRename, onDelete }: SavedSearchCardProps) {
  const { id, name, isMailed, search, newBusinesses, createdAt } = saved
  const change = useChangeSavedSearch(id)
  const label = capitalized(searchLabel(search))
  return (
    <Card className="p-4">
      <h3 className="font-medium wrap-anywhere">
        <Link href={paths.dashboardOf(search.id)} className="hover:text-accent-ink">
          {name}
        </Link>
      </h3>
      <p className="mt-0.5 text-sm wrap-anywhere text-ink-2">
        {name === label ? 'Saved' : `${label} · saved`} {formatDayOf(createdAt)}
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        {newBusinesses > 0 ? (
          <GetNew saved={saved} />
        ) : (
          <p className="flex min-h-9 items-center text-sm text-ink-2">No new businesses</p>
        )}
        <span className="ml-auto flex flex-wrap items-center gap-x-4">
          <Checkbox
            label="Email"
            aria-label={`Email about ${name}`}
            checked={change.isPending ? (change.variables.isMailed ?? isMailed) : isMailed}
            onChange={({ target }) => change.mutate({ isMailed: target.checked })}
          />
          <Button size="sm" variant="ghost" aria-label={`Rename ${name}`} onClick={onRename}>
            Rename
          </Button>
          <Button size="sm" variant="ghost" aria-label={`Delete ${name}`} onClick={onDelete}>
            Delete
          </Button>
        </span>
      </div>
    </Card>
  )
}

/** Says what it costs before it is clicked. */
function GetNew({ saved }: { saved: SavedSearch }) {
  const { newBusinesses, searches } = saved
  const run = useRunSavedSearch(saved)
  const [, navigate] = useLocation()
  const get = () => run.mutate(undefined, { onSuccess: ({ search }) => navigate(paths.dashboardOf(search.id)) })
  return (
    <>
      <Button variant="primary" size="sm" isLoading={run.isPending} onClick={get}>
        Get {count(newBusinesses, 'new business', 'new businesses')}
      </Button>
      <span className="text-sm text-ink-2 tabular-nums">
        {count(searches, 'search', 'searches')}, at most {count(newBusinesses, 'lead')}
      </span>
    </>
  )
}
