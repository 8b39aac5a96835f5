import type { ContactSubmission } from '#contract/admin.ts'
import { formatDayOf } from '../../shared/format.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Cell, Row } from '../../shared/ui/table.tsx'
import { capitalized } from './admin-words.ts'
import { useMarkRead } from './admin.queries.ts'

const SHOWN_LETTERS = 60
const truncated = (message: string): string =>
  message.length > SHOWN_LETTERS ? `${message.slice(0, SHOWN_LETTERS).trimEnd()}…` : message

export function ContactRow({ submission, onOpen }: { submission: ContactSubmission; onOpen: () => void }) {
  const { id, name, email, subject, message, status, createdAt } = submission
  const marking = useMarkRead()
  return (
    <Row>
      <Cell isNumber className="text-ink-3">
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
      <Cell className="text-right">
        {status === 'unread' && (
          <Button
            size="sm"
            variant="ghost"
            aria-label={`Mark as read: ${subject}`}
            isLoading={marking.isPending}
            onClick={() => marking.mutate(id)}
          >
            Mark as read
          </Button>
        )}
      </Cell>
    </Row>
  )
}
