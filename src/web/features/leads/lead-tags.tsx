import { X } from 'lucide-react'
import type { Lead } from '#contract/leads/leads.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { Select } from '../../shared/ui/select.tsx'
import { useLeadLists } from './lead-lists.queries.ts'
import { useLeadWork, useTagLead } from './lead-work.queries.ts'

/** The tags of a lead. New tags are created in the actions for selected leads. */
export function LeadTags({ lead }: { lead: Lead }) {
  const { data: work } = useLeadWork(lead.id)
  const { data: all = [] } = useLeadLists('tag')
  const change = useTagLead(lead.id)
  const own = (work?.lists ?? []).filter(({ kind }) => kind === 'tag')
  const others = all.filter(({ id }) => !own.some(tag => tag.id === id))
  if (own.length === 0 && others.length === 0) return null
  return (
    <div className="col-span-full flex flex-wrap items-center gap-1.5">
      {own.map(tag => (
        <Badge key={tag.id} className="pr-0.5">
          <span className="truncate">{tag.name}</span>
          <button
            type="button"
            aria-label={`Remove the tag ${tag.name}`}
            title={`Remove the tag ${tag.name}`}
            disabled={change.isPending}
            className="inline-flex size-5 items-center justify-center rounded-sm hover:bg-line touch:size-8"
            onClick={() => change.mutate({ tag, isAdded: false })}
          >
            <X className="size-3" aria-hidden="true" />
          </button>
        </Badge>
      ))}
      {others.length > 0 && (
        <Select
          aria-label="Add tag"
          wrapperClass="w-32"
          value=""
          disabled={change.isPending}
          options={[{ value: '', label: 'Add tag' }, ...others.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={({ target }) => {
            const tag = others.find(({ id }) => String(id) === target.value)
            if (tag) change.mutate({ tag, isAdded: true })
          }}
        />
      )}
    </div>
  )
}
