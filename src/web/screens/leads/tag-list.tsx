import { useState } from 'react'
import { useLeadLists } from '../../features/leads/lead-lists.queries.ts'
import { count, formatNumber } from '../../shared/format.ts'
import { Button } from '../../shared/ui/button.tsx'
import { ChangeList, type ListChange } from './change-list.tsx'

/** The user's tags. They are created where leads are tagged. */
export function TagList() {
  const { data: tags = [] } = useLeadLists('tag')
  const [change, setChange] = useState<ListChange>()
  if (tags.length === 0) return null
  return (
    <details className="max-w-md text-sm print:hidden">
      <summary className="cursor-pointer text-ink-2">Your tags: {formatNumber(tags.length)}</summary>
      <ul className="mt-2 divide-y divide-line">
        {tags.map(tag => (
          <li key={tag.id} className="flex items-center gap-2 py-1.5 text-sm">
            <span className="min-w-0 flex-1 truncate">{tag.name}</span>
            <span className="text-ink-3 tabular-nums">{count(tag.leadCount, 'lead')}</span>
            <Button size="sm" variant="ghost" onClick={() => setChange({ list: tag, to: 'rename' })}>
              Rename<span className="sr-only"> {tag.name}</span>
            </Button>
            <Button size="sm" variant="ghost" onClick={() => setChange({ list: tag, to: 'delete' })}>
              Delete<span className="sr-only"> {tag.name}</span>
            </Button>
          </li>
        ))}
      </ul>
      {change && <ChangeList {...change} onClose={() => setChange(undefined)} />}
    </details>
  )
}
