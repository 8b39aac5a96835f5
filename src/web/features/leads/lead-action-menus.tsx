import { Minus, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { LeadList, ListKind } from '#contract/leads/lead-lists.ts'
import { leadStatuses, statusNames } from '#contract/leads/lead-status.ts'
import type { LeadAction } from '#contract/leads/lead-work.ts'
import { lazyDialog } from '../../shared/api/lazy-part.tsx'
import { DAY_MS, formatDate, today } from '../../shared/format.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../shared/ui/menu.tsx'
import { useLetterShortcuts } from '../../shared/use-key.ts'
import { useLeadLists } from './lead-lists.queries.ts'

const ListDialog = lazyDialog(() => import('./list-dialog.tsx'))

type ActionMenuProps = { label: string; shortcut: string; children: ReactNode }

function ActionMenu({ label, shortcut, children }: ActionMenuProps) {
  const named = useLetterShortcuts() && { 'aria-keyshortcuts': shortcut, title: `${label} (${shortcut})` }
  return (
    <Menu
      shortcut={shortcut}
      trigger={
        <Button size="sm" {...named}>
          {label}
        </Button>
      }
    >
      {children}
    </Menu>
  )
}

type MarkMenuProps = { isBusy: boolean; onChange: (action: LeadAction, done: string) => void }

export const StatusMenu = ({ isBusy, onChange }: MarkMenuProps) => (
  <ActionMenu label="Status" shortcut="s">
    {leadStatuses.map(status => (
      <MenuItem
        key={status}
        disabled={isBusy}
        onSelect={() => onChange({ kind: 'status', status }, `set to ${statusNames[status]}`)}
      >
        {statusNames[status]}
      </MenuItem>
    ))}
  </ActionMenu>
)

const followUps = [0, 1, 3, 7, 14, 30]
const dayIn = (days: number): string => new Date(Date.parse(today()) + days * DAY_MS).toISOString().slice(0, 10)
const nearDays = ['Today', 'Tomorrow']

export const FollowUpMenu = ({ isBusy, onChange }: MarkMenuProps) => (
  <ActionMenu label="Follow Up" shortcut="f">
    {followUps.map(days => (
      <MenuItem
        key={days}
        disabled={isBusy}
        onSelect={() => onChange({ kind: 'followUp', on: dayIn(days) }, `to follow up on ${formatDate(dayIn(days))}`)}
      >
        {nearDays[days] ?? `In ${days} Days`}
        <span className="ml-auto text-ink-3 tabular-nums">{formatDate(dayIn(days))}</span>
      </MenuItem>
    ))}
    <MenuSeparator />
    <MenuItem disabled={isBusy} onSelect={() => onChange({ kind: 'followUp', on: null }, 'without a follow-up')}>
      No Follow-Up
    </MenuItem>
  </ActionMenu>
)

const menuWords: Record<ListKind, { label: string; shortcut: string; create: string; none: string }> = {
  list: { label: 'Add to List', shortcut: 'l', create: 'New List', none: 'No lists yet' },
  tag: { label: 'Tag', shortcut: 't', create: 'New Tag', none: 'No tags yet' },
}

type ListMenuProps = {
  kind: ListKind
  isBusy: boolean
  onAdd: (list: LeadList) => void
  onRemove?: (list: LeadList) => void
}

export function ListMenu({ kind, isBusy, onAdd, onRemove }: ListMenuProps) {
  const { data: lists = [] } = useLeadLists(kind)
  const [isCreating, setCreating] = useState(false)
  const { label, shortcut, create, none } = menuWords[kind]
  return (
    <>
      <ActionMenu label={label} shortcut={shortcut}>
        <MenuItem disabled={isBusy} opens={() => setCreating(true)}>
          <Plus />
          {create}
        </MenuItem>
        <MenuSeparator />
        {lists.length === 0 && <MenuLabel>{none}</MenuLabel>}
        {lists.map(list => (
          <MenuItem key={list.id} disabled={isBusy} onSelect={() => onAdd(list)}>
            {list.name}
          </MenuItem>
        ))}
        {onRemove && lists.length > 0 && (
          <>
            <MenuSeparator />
            <MenuLabel>Remove</MenuLabel>
            {lists.map(list => (
              <MenuItem
                key={list.id}
                disabled={isBusy}
                aria-label={`Remove ${list.name}`}
                onSelect={() => onRemove(list)}
              >
                <Minus />
                {list.name}
              </MenuItem>
            ))}
          </>
        )}
      </ActionMenu>
      {isCreating && <ListDialog kind={kind} onClose={() => setCreating(false)} onSaved={onAdd} />}
    </>
  )
}
