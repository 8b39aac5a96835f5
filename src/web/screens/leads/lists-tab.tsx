import { ListPlus } from 'lucide-react'
import { useState } from 'react'
import type { LeadList } from '#contract/leads/lead-lists.ts'
import { LeadsLoading } from '../../features/leads/lead-list-states.tsx'
import { leadListsOf } from '../../features/leads/lead-lists.queries.ts'
import { setAddressValue, useAddressValue } from '../../shared/address.ts'
import { lazyDialog } from '../../shared/api/lazy-part.tsx'
import { ReadContent } from '../../shared/api/query-content.tsx'
import { count } from '../../shared/format.ts'
import { Button } from '../../shared/ui/button.tsx'
import { LabeledSelect } from '../../shared/ui/select.tsx'
import { EmptyState } from '../../shared/ui/state-message.tsx'
import { AllTab } from './all-tab.tsx'
import { ChangeList, type ListChange } from './change-list.tsx'
import { TagList } from './tag-list.tsx'

const ListDialog = lazyDialog(() => import('../../features/leads/list-dialog.tsx'))

const showList = (id: number) => setAddressValue('list', String(id))

/** One list of leads: the one in the URL, or the first by name. */
export function ListsTab() {
  const [isCreating, setCreating] = useState(false)
  const create = () => setCreating(true)
  return (
    <>
      <ReadContent read={leadListsOf('list')} waiting={<LeadsLoading />}>
        {lists => (lists.length === 0 ? <NoLists onNew={create} /> : <Lists lists={lists} onNew={create} />)}
      </ReadContent>
      {isCreating && <ListDialog kind="list" onClose={() => setCreating(false)} onSaved={({ id }) => showList(id)} />}
    </>
  )
}

const NoLists = ({ onNew }: { onNew: () => void }) => (
  <>
    <EmptyState
      icon={<ListPlus />}
      title="You have no lists yet"
      actions={
        <Button variant="primary" onClick={onNew}>
          New List
        </Button>
      }
    >
      A list keeps leads of different searches together, for example those you call this week.
    </EmptyState>
    <TagList />
  </>
)

function Lists({ lists, onNew }: { lists: readonly LeadList[]; onNew: () => void }) {
  const chosen = useAddressValue('list')
  const list = lists.find(({ id }) => String(id) === chosen) ?? lists[0]
  const [change, setChange] = useState<ListChange>()
  if (!list) return null
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-end gap-2 print:hidden">
        <div className="min-w-0 grow sm:max-w-md">
          <LabeledSelect
            label="List"
            options={lists.map(({ id, name, leadCount }) => ({
              value: id,
              label: `${name} (${count(leadCount, 'lead')})`,
            }))}
            value={list.id}
            onChange={({ target }) => showList(Number(target.value))}
          />
        </div>
        <Button onClick={onNew}>New List</Button>
        <Button onClick={() => setChange({ list, to: 'rename' })}>Rename</Button>
        <Button onClick={() => setChange({ list, to: 'delete' })}>Delete</Button>
      </div>
      <TagList />
      <AllTab key={list.id} listId={list.id} />
      {change && <ChangeList {...change} onClose={() => setChange(undefined)} />}
    </div>
  )
}
