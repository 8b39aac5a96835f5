import { X } from 'lucide-react'
import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { type LeadStatus, leadStatuses, statusNames } from '#contract/leads/lead-status.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { Input } from '../../shared/ui/input.tsx'
import { LabeledSelect, Select } from '../../shared/ui/select.tsx'
import { SingleClickButton } from '../../shared/ui/single-click-button.tsx'
import { useKey } from '../../shared/use-key.ts'
import { useLeadLists } from './lead-lists.queries.ts'
import { useChangeLead, useLeadWork, useTagLead } from './lead-work.queries.ts'

const statuses = leadStatuses.map(status => ({ value: status, label: statusNames[status] }))

/** The status of the work on a lead, and the date of the follow-up. */
export function LeadProgress({ lead }: { lead: Lead }) {
  const { data: work = lead } = useLeadWork(lead.id)
  // Each field shows what was chosen until its own answer arrives.
  const [status, followUp] = [useChangeLead(lead.id), useChangeLead(lead.id)]
  const sentStatus = status.isPending && status.variables.kind === 'status' ? status.variables.status : work.status
  const sentDay = followUp.isPending && followUp.variables.kind === 'followUp' ? followUp.variables.on : work.followUpOn
  const select = useRef<HTMLSelectElement>(null)
  useKey('s', () => select.current?.focus())
  return (
    <div className="mt-5 grid grid-cols-2 gap-3">
      <LabeledSelect
        label="Status"
        ref={select}
        options={statuses}
        value={sentStatus}
        onChange={({ target }) => status.mutate({ kind: 'status', status: target.value as LeadStatus })}
      />
      <Field label="Follow up on">
        {props => (
          <DayInput
            {...props}
            day={sentDay ?? ''}
            onDay={day => followUp.mutate({ kind: 'followUp', on: day === '' ? null : day })}
          />
        )}
      </Field>
      <LeadTags lead={lead} />
    </div>
  )
}

/**
 * While the user types a date, the browser reports a change after each digit. The date is therefore saved when the
 * field loses the focus, and when it disappears with the focus, of which React reports no event.
 */
function DayInput({ day, onDay, ...props }: { id: string; day: string; onDay: (day: string) => void }) {
  const field = useRef<HTMLInputElement>(null)
  const save = (input: HTMLInputElement) => input.value !== day && input.validity.valid && onDay(input.value)
  const saveFocused = useEffectEvent(() => {
    if (field.current !== null && field.current === document.activeElement) save(field.current)
  })
  useLayoutEffect(() => () => saveFocused(), [])
  return (
    <Input
      key={day}
      {...props}
      ref={field}
      data-waits
      type="date"
      defaultValue={day}
      min="2000-01-01"
      max="2100-12-31"
      onBlur={({ target }) => save(target)}
    />
  )
}

/** The tags of a lead. New tags are created in the actions for selected leads. */
function LeadTags({ lead }: { lead: Lead }) {
  const { data: work } = useLeadWork(lead.id)
  const { data: all = [] } = useLeadLists('tag')
  const add = useTagLead(lead.id)
  const own = (work?.lists ?? []).filter(({ kind }) => kind === 'tag')
  const others = all.filter(({ id }) => !own.some(tag => tag.id === id))
  if (own.length === 0 && others.length === 0) return null
  return (
    <div className="col-span-full flex flex-wrap items-center gap-1.5">
      {own.map(tag => (
        <LeadTag key={tag.id} leadId={lead.id} tag={tag} />
      ))}
      {others.length > 0 && (
        <Select
          aria-label="Add tag"
          wrapperClass="w-32"
          value=""
          options={[{ value: '', label: 'Add tag' }, ...others.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={({ target }) => {
            const tag = others.find(({ id }) => String(id) === target.value)
            if (tag) add.mutate({ tag, isAdded: true })
          }}
        />
      )}
    </div>
  )
}

/** Disappears at once when it is removed, and comes back if that fails. */
function LeadTag({ leadId, tag }: { leadId: number; tag: { id: number; name: string } }) {
  const remove = useTagLead(leadId)
  if (remove.isPending) return null
  const label = `Remove the tag ${tag.name}`
  return (
    <Badge className="pr-0.5">
      <span className="truncate">{tag.name}</span>
      <SingleClickButton
        variant="ghost"
        size="inline"
        aria-label={label}
        title={label}
        className="size-5 hover:bg-line! touch:size-8 touch:min-h-8!"
        onClick={() => remove.mutate({ tag, isAdded: false })}
      >
        <X className="size-3" />
      </SingleClickButton>
    </Badge>
  )
}
