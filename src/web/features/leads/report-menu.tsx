import { Flag } from 'lucide-react'
import { useRef } from 'react'
import { reasonNames, type ReportReason, reportReasons } from '#contract/leads/lead-report.ts'
import { capitalized } from '../../shared/format.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Menu, MenuItem, MenuLabel } from '../../shared/ui/menu.tsx'
import { useReportLeads } from './lead-reports.queries.ts'

type ReportMenuProps = {
  leadIds: readonly number[]
  isDisabled?: boolean
  /** Leaves out the icon, for a row of buttons without icons. */
  isPlain?: boolean
}

/** Reports leads as useless. The first click opens the reasons, and the second one sends the report. */
export function ReportMenu({ leadIds, isDisabled = false, isPlain = false }: ReportMenuProps) {
  const report = useReportLeads()
  const chosen = useRef<ReportReason>(undefined)
  // Sent only after the focus is back on the button: a busy button cannot get the focus.
  const send = () => {
    if (chosen.current !== undefined) report.mutate({ leadIds: [...leadIds], reason: chosen.current })
    chosen.current = undefined
  }
  return (
    <Menu
      onClosed={send}
      trigger={
        <Button size="sm" isLoading={report.isPending} disabled={isDisabled}>
          {!isPlain && <Flag className="size-4" />}
          Report
        </Button>
      }
    >
      <MenuLabel>What is wrong?</MenuLabel>
      {reportReasons.map(reason => (
        <MenuItem key={reason} onSelect={() => (chosen.current = reason)}>
          {capitalized(reasonNames[reason])}
        </MenuItem>
      ))}
    </Menu>
  )
}
