import { Download, Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { lazyDialog } from '../../shared/api/lazy-part.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { type ChosenLeads, useSelection, type WholeList } from './selection.tsx'

const ExportDialog = lazyDialog(() => import('./export-dialog.tsx'))

type MoreFormatsProps = {
  searchId: number | undefined
  listId: number | undefined
  /** The leads that the filter shows, if it hides others. */
  filtered?: ChosenLeads | undefined
  /** All leads of the list that can be selected as a whole. */
  whole?: WholeList | undefined
  isDisabled: boolean
}

/** Exports the selected leads in a format that the user chooses. If none is selected, the user chooses the leads. */
export function MoreFormats({ searchId, listId, filtered, whole, isDisabled }: MoreFormatsProps) {
  const [opened, setOpened] = useState<{ selected: ChosenLeads | undefined }>()
  const selection = useSelection()
  const open = () => {
    const chosen = selection.chosen(whole)
    setOpened({ selected: chosen.total === 0 ? undefined : chosen })
  }
  return (
    <>
      <Button size="icon" aria-label="More Formats" title="More Formats" disabled={isDisabled} onClick={open}>
        {/* The only export button on phones. */}
        <Download className="size-4 md:hidden" />
        <Ellipsis className="size-4 max-md:hidden" />
      </Button>
      {opened && (
        <ExportDialog
          searchId={searchId}
          listId={listId}
          selected={opened.selected}
          filtered={filtered}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  )
}
