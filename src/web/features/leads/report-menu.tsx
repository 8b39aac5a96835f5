import { Flag } from 'lucide-react'
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
  return (
    <Menu
      trigger={
        <Button size="sm" isLoading={report.isPending} disabled={isDisabled}>
          {!isPlain && <Flag className="size-4" />}
          Report
        </Button>
      }
    >
      <MenuLabel>What is wrong?</MenuLabel>
      {reportReasons.map(reason => (
        <MenuItem key={reason} onSelect={() => report.mutate({ leadIds: [...leadIds], reason })}>
          {menuWords[reason]}
        </MenuItem>
      ))}
    </Menu>
  )
}

const menuWords = Object.fromEntries(reportReasons.map(reason => [reason, capitalized(reasonNames[reason])])) as Record<
  ReportReason,
  string
>
