import { useQuery } from '@tanstack/react-query'
import type { Suppression } from '#contract/places/suppression.ts'
import { QuerySection } from '../../shared/api/query-content.tsx'
import { formatDayOf } from '../../shared/format.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Cell, HeaderRow, Row, Table } from '../../shared/ui/table.tsx'
import { entriesFailure, entriesQuery, useRemoveEntry } from './do-not-contact.queries.ts'

const kindNames: Record<Suppression['kind'], string> = {
  phone: 'Phone',
  email: 'Email',
  domain: 'Domain',
  place: 'Place',
}

export const EntryList = () => (
  <QuerySection title="On the list" loading="Loading the list" query={useQuery(entriesQuery)} failure={entriesFailure}>
    {entries =>
      entries.length === 0 ? <p className="text-sm text-ink-2">The list is empty.</p> : <Entries entries={entries} />
    }
  </QuerySection>
)

const Entries = ({ entries }: { entries: Suppression[] }) => (
  <Table label="Do-not-contact list">
    <HeaderRow columns={['Kind', 'Entry', 'Reason', 'Since']} hasActions />
    <tbody>
      {entries.map(entry => (
        <Entry key={entry.id} entry={entry} />
      ))}
    </tbody>
  </Table>
)

function Entry({ entry: { id, kind, value, reason, createdAt } }: { entry: Suppression }) {
  const remove = useRemoveEntry()
  const name = kind === 'phone' ? `+${value}` : value
  return (
    <Row>
      <Cell>
        <Badge>{kindNames[kind]}</Badge>
      </Cell>
      <Cell className="min-w-48 font-medium wrap-anywhere">{name}</Cell>
      <Cell className="min-w-40 text-ink-2 wrap-anywhere">{reason}</Cell>
      <Cell className="whitespace-nowrap tabular-nums">{formatDayOf(createdAt)}</Cell>
      <Cell className="text-right">
        <Button size="sm" variant="ghost" isLoading={remove.isPending} onClick={() => remove.mutate(id)}>
          Remove<span className="sr-only"> {name}</span>
        </Button>
      </Cell>
    </Row>
  )
}
