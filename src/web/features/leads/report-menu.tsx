import { Flag } from 'lucide-react'
import { useState } from 'react'
import { reasonNames, type ReportReason, reportReasons } from '#contract/leads/lead-report.ts'
import { capitalized, count } from '../../shared/format.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Menu, MenuItem, MenuLabel } from '../../shared/ui/menu.tsx'
import { RemovalDialog } from '../../shared/ui/removal-dialog.tsx'
import { useReportLeads } from './lead-reports.queries.ts'

type ReportMenuProps = {
  leadIds: readonly number[]
  isDisabled?: boolean
  /** Leaves out the icon, for a row of buttons without icons. */
  isPlain?: boolean
}

/** Reports leads as useless. Asks first, because a credited lead loses its contacts for good. */
export function ReportMenu({ leadIds, isDisabled = false, isPlain = false }: ReportMenuProps) {
  const report = useReportLeads()
  const [reason, setReason] = useState<ReportReason>()
  const close = () => setReason(undefined)
  return (
    <>
      <Menu
        trigger={
          <Button size="sm" disabled={isDisabled}>
            {!isPlain && <Flag className="size-4" />}
            Report
          </Button>
        }
      >
        <MenuLabel>What is wrong?</MenuLabel>
        {reportReasons.map(one => (
          <MenuItem key={one} opens={() => setReason(one)}>
            {capitalized(reasonNames[one])}
          </MenuItem>
        ))}
      </Menu>
      {reason !== undefined && (
        <RemovalDialog
          title={`Report ${count(leadIds.length, 'lead')} as ${reasonNames[reason]}?`}
          description="A credited lead loses its contact details, here and in exports. You cannot undo a report."
          keep="Cancel"
          remove="Report"
          isBusy={report.isPending}
          onClose={close}
          onRemove={() => report.mutate({ leadIds: [...leadIds], reason }, { onSettled: close })}
        />
      )}
    </>
  )
}
