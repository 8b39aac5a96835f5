import { memo } from 'react'
import { formatNumber } from '../../shared/format.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Checkbox } from '../../shared/ui/checkbox.tsx'
import { type Ticks, useTicked } from './ticks.ts'
import { useExport } from './use-export.ts'

type SelectionBarProps = {
  /** The leads that "Select all" selects. */
  shownIds: readonly number[]
  ticks: Ticks
  searchId: number | undefined
}

export const SelectionBar = memo(function SelectionBar({ shownIds, ticks, searchId }: SelectionBarProps) {
  const tickedExport = useExport()
  const ticked = useTicked(ticks)
  const tickedShown = ticked.size === 0 ? 0 : shownIds.filter(id => ticked.has(id)).length
  const areAllTicked = shownIds.length > 0 && tickedShown === shownIds.length
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
      <Checkbox
        label="Select all"
        checked={areAllTicked}
        isIndeterminate={tickedShown > 0 && !areAllTicked}
        disabled={shownIds.length === 0}
        onChange={() => ticks.set(shownIds, !areAllTicked)}
      />
      <output className="text-sm text-ink-3 tabular-nums">{formatNumber(ticked.size)} selected</output>
      <Button
        size="sm"
        className="ml-auto"
        disabled={ticked.size === 0}
        isLoading={tickedExport.isPending}
        onClick={() => tickedExport.mutate({ searchId, leadIds: [...ticked] })}
      >
        Export Selected
      </Button>
    </div>
  )
})
