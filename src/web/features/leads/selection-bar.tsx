import { lazy, memo } from 'react'
import { useAfterPaint } from '../../shared/after-paint.ts'
import { LazyPart } from '../../shared/api/lazy-part.tsx'
import { formatNumber } from '../../shared/format.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Checkbox } from '../../shared/ui/checkbox.tsx'
import { useLastChange } from './last-change.store.ts'
import type { WholeList } from './lead-actions.queries.ts'
import { MoreFormats } from './more-formats.tsx'
import { type LeadSelection, useSelectedIds } from './selection.tsx'
import { useExport } from './use-export.ts'

const LeadActions = lazy(() => import('./lead-actions.tsx'))

type SelectionBarProps = {
  /** The leads that "Select all" selects. */
  shownIds: readonly number[]
  selection: LeadSelection
  searchId: number | undefined
  /** All matching leads, if only some of them are loaded. */
  whole?: WholeList | undefined
  /** The list whose leads are shown. */
  listId?: number | undefined
}

export const SelectionBar = memo(function SelectionBar({
  shownIds,
  selection,
  searchId,
  whole,
  listId,
}: SelectionBarProps) {
  const lastChange = useLastChange()
  const selectedExport = useExport()
  const selectedIds = useSelectedIds(selection)
  const areActionsWanted = selectedIds.size > 0 || lastChange !== undefined
  // The checkbox is painted before the actions, so that a click responds immediately.
  const hasActions = useAfterPaint(areActionsWanted) && areActionsWanted
  const selectedShown = selectedIds.size === 0 ? 0 : shownIds.filter(id => selectedIds.has(id)).length
  const areAllSelected = shownIds.length > 0 && selectedShown === shownIds.length
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-2 sm:max-xl:gap-x-4 print:hidden">
      <Checkbox
        label="Select all"
        checked={areAllSelected}
        isIndeterminate={selectedShown > 0 && !areAllSelected}
        disabled={shownIds.length === 0}
        onChange={() => selection.set(shownIds, !areAllSelected)}
      />
      {/* Shows only the number if the bar has little room. */}
      <span aria-hidden="true" className="text-sm text-ink-3 tabular-nums sm:max-xl:hidden 2xl:hidden">
        {formatNumber(selectedIds.size)}
      </span>
      <output className="text-sm text-ink-3 tabular-nums max-sm:sr-only xl:max-2xl:sr-only">
        {formatNumber(selectedIds.size)} selected
      </output>
      <div className="ml-auto flex items-center gap-2">
        <Button
          size="sm"
          disabled={selectedIds.size === 0}
          isLoading={selectedExport.isPending}
          onClick={() => selectedExport.mutate({ searchId, leadIds: [...selectedIds] })}
        >
          Export Selected
        </Button>
        <MoreFormats selection={selection} searchId={searchId} listId={listId} isDisabled={shownIds.length === 0} />
      </div>
      {hasActions && (
        <LazyPart waiting={null} failed={null}>
          <LeadActions selection={selection} whole={areAllSelected ? whole : undefined} listId={listId} />
        </LazyPart>
      )}
    </div>
  )
})
