import { memo } from 'react'
import type { DatedDoNotContactEntry } from '#contract/leads/do-not-contact.ts'
import { doNotContactEntryKinds, doNotContactEntryName } from '../../features/leads/do-not-contact-entry-name.ts'
import { useRemoveDoNotContactEntry } from '../../features/leads/do-not-contact.queries.ts'
import { setAddressValue, useAddressValue } from '../../shared/address.ts'
import { PagedContent } from '../../shared/api/query-content.tsx'
import { count, formatDayOf } from '../../shared/format.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { SearchField } from '../../shared/ui/search-field.tsx'
import { SingleClickButton } from '../../shared/ui/single-click-button.tsx'
import { TableLoading } from '../../shared/ui/skeleton.tsx'
import { Cell, Row, staysInView, Table } from '../../shared/ui/table.tsx'
import { TitledPart } from '../../shared/ui/titled-part.tsx'
import { entriesQuery } from './own-do-not-contact.queries.ts'

export const EntryList = () => (
  <TitledPart title="On the list" className="min-w-0">
    <Entries />
  </TitledPart>
)

function Entries() {
  const typed = useAddressValue('q')
  const text = typed.trim().slice(0, 100)
  return (
    <PagedContent read={entriesQuery(text)} waiting={<TableLoading label="Loading the list" />}>
      {(entries, end, total) =>
        entries.length === 0 && text === '' ? (
          <p className="text-sm text-ink-2">The list is empty. Paste entries, or add a file.</p>
        ) : (
          <>
            <SearchField
              label="Phone, email, domain, or name"
              text={typed}
              onText={value => setAddressValue('q', value)}
            />
            <output className="my-3 block text-sm text-ink-2 tabular-nums">
              {entries.length === 0
                ? 'No entry of the list contains this.'
                : `${count(total, 'entry', 'entries')}${text === '' ? '' : ' found'}`}
            </output>
            {entries.length > 0 && (
              <>
                <Table label="Do-not-contact list" columns={['Kind', 'Entry']} hasActions>
                  {entries.map(entry => (
                    <Entry key={entry.id} entry={entry} />
                  ))}
                </Table>
                {end}
              </>
            )}
          </>
        )
      }
    </PagedContent>
  )
}

const Entry = memo(function Entry({ entry }: { entry: DatedDoNotContactEntry }) {
  const remove = useRemoveDoNotContactEntry()
  const name = doNotContactEntryName(entry)
  return (
    <Row>
      <Cell>
        <Badge>{doNotContactEntryKinds[entry.kind]}</Badge>
      </Cell>
      <Cell className="w-full min-w-40 wrap-anywhere">
        <span className="font-medium">{name}</span>
        <span className="block text-xs whitespace-nowrap text-ink-3 tabular-nums">
          since {formatDayOf(entry.createdAt)}
        </span>
      </Cell>
      <Cell className={`text-right ${staysInView}`}>
        <SingleClickButton
          size="sm"
          variant="ghost"
          isLoading={remove.isPending}
          onClick={() => remove.mutate(entry.id)}
        >
          Remove<span className="sr-only"> {name}</span>
        </SingleClickButton>
      </Cell>
    </Row>
  )
})
