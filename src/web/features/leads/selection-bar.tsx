import { memo } from 'react'
import { formatNumber } from '../../shared/format.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Checkbox } from '../../shared/ui/checkbox.tsx'
import { type LeadSelection, useSelectedIds } from './selection.tsx'
import { useExport } from './use-export.ts'

type SelectionBarProps = {
  /** The leads that "Select all" selects. */
  shownIds: readonly number[]
  selection: LeadSelection
  searchId: number | undefined
}

export const SelectionBar = memo(function SelectionBar({ shownIds, selection, searchId }: SelectionBarProps) {
  const selectedExport = useExport()
  const selectedIds = useSelectedIds(selection)
  const selectedShown = selectedIds.size === 0 ? 0 : shownIds.filter(id => selectedIds.has(id)).length
  const areAllSelected = shownIds.length > 0 && selectedShown === shownIds.length
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
      <Checkbox
        label="Select all"
        checked={areAllSelected}
        isIndeterminate={selectedShown > 0 && !areAllSelected}
        disabled={shownIds.length === 0}
        onChange={() => selection.set(shownIds, !areAllSelected)}
      />
      <output className="text-sm text-ink-3 tabular-nums">{formatNumber(selectedIds.size)} selected</output>
      <Button
        size="sm"
        className="ml-auto"
        disabled={selectedIds.size === 0}
        isLoading={selectedExport.isPending}
        onClick={() => selectedExport.mutate({ searchId, leadIds: [...selectedIds] })}
      >
        Export Selected
      </Button>
    </div>
  )
})
