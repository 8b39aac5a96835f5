import { Bookmark } from 'lucide-react'
import { useState } from 'react'
import type { Search } from '#contract/searches/searches.ts'
import { lazyDialog } from '../../shared/api/lazy-part.tsx'
import { Button } from '../../shared/ui/button.tsx'

const SaveSearchDialog = lazyDialog(() => import('./save-search-dialog.tsx'))

export function SaveSearch({ search }: { search: Search }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="ghost" size="sm" aria-label="Save Search" onClick={() => setOpen(true)}>
        <Bookmark className="size-4" />
        <span className="max-sm:hidden">Save Search</span>
      </Button>
      {isOpen && <SaveSearchDialog search={search} onClose={close} />}
    </>
  )
}
