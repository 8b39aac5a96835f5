import type { Lead } from '#contract/leads.ts'
import { formatNumber } from '../format.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'

type SelectionBarProps = {
  shown: readonly Lead[]
  ticked: ReadonlySet<number>
  onTickAll: (isTicked: boolean) => void
  isExporting: boolean
  onExport: () => void
}

export function SelectionBar({ shown, ticked, onTickAll, isExporting, onExport }: SelectionBarProps) {
  const tickedShown = shown.filter(lead => ticked.has(lead.id)).length
  const areAllTicked = shown.length > 0 && tickedShown === shown.length
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-2">
      <Checkbox
        label="Select all"
        checked={areAllTicked}
        isIndeterminate={tickedShown > 0 && !areAllTicked}
        disabled={shown.length === 0}
        onChange={() => onTickAll(!areAllTicked)}
      />
      <output className="text-sm text-ink-3 tabular-nums">{formatNumber(ticked.size)} selected</output>
      <Button size="sm" className="ml-auto" disabled={ticked.size === 0} isLoading={isExporting} onClick={onExport}>
        Export Selected
      </Button>
    </div>
  )
}
