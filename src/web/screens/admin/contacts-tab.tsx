import { useInfiniteQuery } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import type { ContactSubmission } from '#contract/admin.ts'
import { LoadError } from '../../shared/api/load-error.tsx'
import { TableLoading } from '../../shared/ui/loading-part.tsx'
import { EmptyState } from '../../shared/ui/state-message.tsx'
import { HeaderRow, Table } from '../../shared/ui/table.tsx'
import { contactsFailure, contactsQuery } from './admin.queries.ts'
import { ContactDialog } from './contact-dialog.tsx'
import { ContactRow } from './contact-row.tsx'
import { ListEnd } from './list-states.tsx'

export function ContactsTab() {
  const contacts = useInfiniteQuery(contactsQuery)
  const [openId, setOpenId] = useState<number>()
  if (contacts.isPending) return <TableLoading label="Loading contact submissions" />
  if (!contacts.data)
    return <LoadError error={contacts.error} failure={contactsFailure} onRetry={() => void contacts.refetch()} />
  const rows = contacts.data.pages.flatMap(({ items }) => items)
  if (rows.length === 0) return <EmptyState icon={<Mail aria-hidden="true" />} title="No contact submissions found" />
  return (
    <>
      <h2 className="sr-only">Contact Submissions</h2>
      <ContactTable rows={rows} onOpen={setOpenId} />
      <ListEnd
        shown={rows.length}
        total={contacts.data.pages.at(-1)?.total ?? rows.length}
        hasMore={contacts.hasNextPage}
        isLoading={contacts.isFetchingNextPage}
        onMore={() => void contacts.fetchNextPage()}
      />
      <ContactDialog submission={rows.find(({ id }) => id === openId)} onClose={() => setOpenId(undefined)} />
    </>
  )
}

const ContactTable = ({ rows, onOpen }: { rows: ContactSubmission[]; onOpen: (id: number) => void }) => (
  <Table label="Contact submissions">
    <HeaderRow columns={['ID', 'Name', 'Email', 'Subject', 'Message', 'Status', 'Date']} numbers={['ID']} hasActions />
    <tbody>
      {rows.map(row => (
        <ContactRow key={row.id} submission={row} onOpen={() => onOpen(row.id)} />
      ))}
    </tbody>
  </Table>
)
