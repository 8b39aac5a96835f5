import { Mail } from 'lucide-react'
import { useState } from 'react'
import type { ContactSubmission } from '#contract/admin/admin.ts'
import { PagedContent } from '../../shared/api/query-content.tsx'
import { capitalized, formatDayOf, formatTime } from '../../shared/format.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { Button, buttonClass } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { TableLoading } from '../../shared/ui/skeleton.tsx'
import { EmptyState } from '../../shared/ui/state-message.tsx'
import { Cell, Row, Table } from '../../shared/ui/table.tsx'
import { contactsRead, useMarkRead } from './admin.queries.ts'

export function ContactsTab() {
  const [openId, setOpenId] = useState<number>()
  return (
    <PagedContent read={contactsRead} waiting={<TableLoading label="Loading contact submissions" />}>
      {(rows, end) =>
        rows.length === 0 ? (
          <EmptyState icon={<Mail />} title="No contact submissions found" />
        ) : (
          <>
            <h2 className="sr-only">Contact Submissions</h2>
            <Table
              label="Contact submissions"
              columns={['ID', 'Name', 'Email', 'Subject', 'Message', 'Status', 'Date']}
              numbers={['ID']}
            >
              {rows.map(row => (
                <ContactRow key={row.id} submission={row} onOpen={() => setOpenId(row.id)} />
              ))}
            </Table>
            {end}
            <ContactDialog submission={rows.find(({ id }) => id === openId)} onClose={() => setOpenId(undefined)} />
          </>
        )
      }
    </PagedContent>
  )
}

const SHOWN_LETTERS = 60
const truncated = (message: string): string =>
  message.length > SHOWN_LETTERS ? `${message.slice(0, SHOWN_LETTERS).trimEnd()}…` : message

function ContactRow({ submission, onOpen }: { submission: ContactSubmission; onOpen: () => void }) {
  const { id, name, email, subject, message, status, createdAt } = submission
  return (
    <Row>
      <Cell isNumber className="w-px text-ink-3">
        {id}
      </Cell>
      <Cell className="min-w-36 font-medium wrap-anywhere">{name}</Cell>
      <Cell className="min-w-44 wrap-anywhere">{email}</Cell>
      <Cell className="min-w-40 wrap-anywhere">{subject}</Cell>
      <Cell className="min-w-56">
        <button
          type="button"
          aria-haspopup="dialog"
          title="Show the whole message"
          onClick={onOpen}
          className="rounded-sm py-1 text-left wrap-anywhere text-ink-2 underline decoration-line-strong underline-offset-3 hover:text-ink hover:decoration-current touch:min-h-11"
        >
          {truncated(message)}
        </button>
      </Cell>
      <Cell>
        <Badge tone={status === 'unread' ? 'danger' : 'accent'}>{capitalized(status)}</Badge>
      </Cell>
      <Cell className="whitespace-nowrap tabular-nums">{formatDayOf(createdAt)}</Cell>
    </Row>
  )
}

type ContactDialogProps = { submission: ContactSubmission | undefined; onClose: () => void }

/** A complete submission, with buttons to answer it and to mark it as read. */
function ContactDialog({ submission, onClose }: ContactDialogProps) {
  const marking = useMarkRead()
  if (submission === undefined) return null
  const { id, name, email, subject, message, status, createdAt } = submission
  return (
    <Dialog
      isWide
      onClose={onClose}
      title={subject}
      description={`${name} (${email}), ${formatTime(createdAt)}`}
      footer={
        <>
          <a href={`mailto:${email}?subject=${encodeURIComponent(`Re: ${subject}`)}`} className={buttonClass({})}>
            Reply by email
          </a>
          {status === 'unread' && (
            <Button variant="primary" isLoading={marking.isPending} onClick={() => marking.mutate(id)}>
              Mark as read
            </Button>
          )}
        </>
      }
    >
      <p className="wrap-anywhere whitespace-pre-wrap">{message}</p>
    </Dialog>
  )
}
