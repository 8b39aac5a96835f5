import type { LeadList } from '#contract/leads/lead-lists.ts'
import { useDeleteLeadList } from '../../features/leads/lead-lists.queries.ts'
import { lazyDialog } from '../../shared/api/lazy-part.tsx'
import { count } from '../../shared/format.ts'
import { RemovalDialog } from '../../shared/ui/removal-dialog.tsx'

const ListDialog = lazyDialog(() => import('../../features/leads/list-dialog.tsx'))

/** What the user wants to do. The list is as it was then, because lists may be read again while a dialog is open. */
export type ListChange = { list: LeadList; to: 'rename' | 'delete' }

/** Renames a list or a tag, or deletes it after a question. */
export function ChangeList({ list, to, onClose }: ListChange & { onClose: () => void }) {
  const { id, kind, name, leadCount } = list
  const remove = useDeleteLeadList(kind)
  if (to === 'rename') return <ListDialog kind={kind} list={list} onClose={onClose} />
  const words =
    kind === 'tag'
      ? {
          title: `Delete the tag ${name}?`,
          description: `${count(leadCount, 'lead')} will no longer have it. The leads stay.`,
          keep: 'Keep Tag',
          remove: 'Delete Tag',
        }
      : {
          title: `Delete ${name}?`,
          description: 'The leads in it stay in All Leads, with their status and notes.',
          keep: 'Keep List',
          remove: 'Delete List',
        }
  return (
    <RemovalDialog
      {...words}
      isBusy={remove.isPending}
      onClose={onClose}
      onRemove={() => remove.mutate(id, { onSuccess: onClose })}
    />
  )
}
