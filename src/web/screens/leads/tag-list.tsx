import { useState } from 'react'
import type { LeadList } from '#contract/leads/lead-lists.ts'
import { useDeleteLeadList, useLeadLists } from '../../features/leads/lead-lists.queries.ts'
import { lazyDialog } from '../../shared/api/lazy-part.tsx'
import { count, formatNumber } from '../../shared/format.ts'
import { Button } from '../../shared/ui/button.tsx'
import { RemovalDialog } from '../../shared/ui/removal-dialog.tsx'

const ListDialog = lazyDialog(() => import('../../features/leads/list-dialog.tsx'))

/** The user's tags. They are created where leads are tagged. */
export function TagList() {
  const { data: tags = [] } = useLeadLists('tag')
  const [open, setOpen] = useState<{ tag: LeadList; dialog: 'rename' | 'delete' }>()
  const close = () => setOpen(undefined)
  const remove = useDeleteLeadList('tag')
  if (tags.length === 0) return null
  return (
    <details className="max-w-md text-sm print:hidden">
      <summary className="cursor-pointer text-ink-2">Your tags: {formatNumber(tags.length)}</summary>
      <ul className="mt-2 divide-y divide-line">
        {tags.map(tag => (
          <li key={tag.id} className="flex items-center gap-2 py-1.5 text-sm">
            <span className="min-w-0 flex-1 truncate">{tag.name}</span>
            <span className="text-ink-3 tabular-nums">{count(tag.leadCount, 'lead')}</span>
            <Button size="sm" variant="ghost" onClick={() => setOpen({ tag, dialog: 'rename' })}>
              Rename<span className="sr-only"> {tag.name}</span>
            </Button>
            <Button size="sm" variant="ghost" onClick={() => setOpen({ tag, dialog: 'delete' })}>
              Delete<span className="sr-only"> {tag.name}</span>
            </Button>
          </li>
        ))}
      </ul>
      {open?.dialog === 'rename' && <ListDialog kind="tag" list={open.tag} onClose={close} />}
      {open?.dialog === 'delete' && (
        <RemovalDialog
          title={`Delete the tag ${open.tag.name}?`}
          description={`${count(open.tag.leadCount, 'lead')} will no longer have it. The leads stay.`}
          keep="Keep Tag"
          remove="Delete Tag"
          isBusy={remove.isPending}
          onClose={close}
          onRemove={() => remove.mutate(open.tag.id, { onSuccess: close })}
        />
      )}
    </details>
  )
}
