import { Download, Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { lazyDialog } from '../../shared/api/lazy-part.tsx'
import { Button } from '../../shared/ui/button.tsx'
import type { LeadSelection } from './selection.tsx'

const ExportDialog = lazyDialog(() => import('./export-dialog.tsx'))

type MoreFormatsProps = {
  selection: LeadSelection
  searchId: number | undefined
  listId: number | undefined
  /** The leads that a filter leaves, if it hides others. */
  filteredIds?: readonly number[] | undefined
  isDisabled: boolean
}

/** Exports the selected leads, or all leads if none is selected, in a format that the user chooses. */
export function MoreFormats({ selection, searchId, listId, filteredIds, isDisabled }: MoreFormatsProps) {
  const [leadIds, setLeadIds] = useState<readonly number[]>()
  return (
    <>
      <Button
        size="icon"
        aria-label="More Formats"
        title="More Formats"
        disabled={isDisabled}
        onClick={() => setLeadIds([...selection.current()])}
      >
        {/* The only export button on phones. */}
        <Download className="size-4 md:hidden" />
        <Ellipsis className="size-4 max-md:hidden" />
      </Button>
      {leadIds && (
        <ExportDialog
          searchId={searchId}
          listId={listId}
          leadIds={leadIds}
          filteredIds={filteredIds}
          onClose={() => setLeadIds(undefined)}
        />
      )}
    </>
  )
}
