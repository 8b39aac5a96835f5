import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { leadStatuses, type LeadStatus, statusNames } from '#contract/leads/lead-status.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { Field } from '../../shared/ui/field.tsx'
import { Input } from '../../shared/ui/input.tsx'
import { Select } from '../../shared/ui/select.tsx'
import { useKey } from '../../shared/use-key.ts'
import { LeadTags } from './lead-tags.tsx'
import { useChangeLead, useLeadWork } from './lead-work.queries.ts'

const statuses = leadStatuses.map(status => ({ value: status, label: statusNames[status] }))

/** The status of the work on a lead, and the date of the follow-up. */
export function LeadProgress({ lead }: { lead: Lead }) {
  const { data: work = lead } = useLeadWork(lead.id)
  const change = useChangeLead(lead.id)
  const sent = change.isPending ? change.variables : undefined
  const select = useRef<HTMLSelectElement>(null)
  useKey('s', () => select.current?.focus())
  return (
    <div className="mt-5 grid grid-cols-2 gap-3">
      <Field label="Status">
        {props => (
          <Select
            {...props}
            ref={select}
            options={statuses}
            value={sent?.kind === 'status' ? sent.status : work.status}
            onChange={({ target }) => change.mutate({ kind: 'status', status: target.value as LeadStatus })}
          />
        )}
      </Field>
      <Field label="Follow up on">
        {props => (
          <DayInput
            {...props}
            day={(sent?.kind === 'followUp' ? sent.on : work.followUpOn) ?? ''}
            onDay={day => change.mutate({ kind: 'followUp', on: day === '' ? null : day })}
          />
        )}
      </Field>
      <LeadTags lead={lead} />
    </div>
  )
}

type DayInputProps = { id: string; day: string; onDay: (day: string) => void }

/**
 * While the user types a date, the browser reports a change after each digit. The date is therefore saved when the
 * field loses the focus, and when it disappears with the focus, of which React reports no event.
 */
function DayInput({ day, onDay, ...props }: DayInputProps) {
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
