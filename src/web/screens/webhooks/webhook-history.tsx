import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { webhookHistoryDays, type WebhookMessage } from '#contract/accounts/webhooks.ts'
import { LoadError } from '../../shared/api/query-content.tsx'
import { formatTime } from '../../shared/format.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Checkbox } from '../../shared/ui/checkbox.tsx'
import { SingleClickButton } from '../../shared/ui/single-click-button.tsx'
import { TableLoading } from '../../shared/ui/skeleton.tsx'
import { Cell, Row, Table } from '../../shared/ui/table.tsx'
import { attemptLabel, messageStates } from './webhook-words.ts'
import { messagesFailure, messagesQuery, useResend } from './webhooks.queries.ts'

export function WebhookHistory({ id, isInPlan }: { id: number; isInPlan: boolean }) {
  const [isFailedOnly, setFailedOnly] = useState(false)
  return (
    <section aria-label="History" className="mt-5 border-t border-line pt-4">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-ink-2">Messages of the last {webhookHistoryDays} days, newest first</p>
        <Checkbox label="Only failed" checked={isFailedOnly} onChange={({ target }) => setFailedOnly(target.checked)} />
      </div>
      <Messages id={id} isFailedOnly={isFailedOnly} isInPlan={isInPlan} />
    </section>
  )
}

function Messages({ id, isFailedOnly, isInPlan }: { id: number; isFailedOnly: boolean; isInPlan: boolean }) {
  const messages = useInfiniteQuery(messagesQuery(id, isFailedOnly))
  if (messages.isPending) return <TableLoading label="Loading the history" />
  if (!messages.data)
    return <LoadError error={messages.error} failure={messagesFailure} onRetry={() => void messages.refetch()} />
  const rows = messages.data.pages.flatMap(({ items }) => items)
  if (rows.length === 0)
    return <p className="text-sm text-ink-2">{isFailedOnly ? 'No message has failed.' : 'No messages yet.'}</p>
  return (
    <>
      <Table label="Messages" className="max-sm:[&_:is(td,th)]:px-2" columns={['Event', 'State', 'Attempts']}>
        {rows.map(message => (
          <MessageRow key={message.id} webhookId={id} message={message} isInPlan={isInPlan} />
        ))}
      </Table>
      {messages.hasNextPage && (
        <div className="mt-3 flex justify-end">
          <Button isLoading={messages.isFetchingNextPage} onClick={() => void messages.fetchNextPage()}>
            Load more
          </Button>
        </div>
      )}
    </>
  )
}

type RowProps = { webhookId: number; message: WebhookMessage; isInPlan: boolean }

function MessageRow({ webhookId, message, isInPlan }: RowProps) {
  const { id, type, state, createdAt, nextAttemptAt, attempts } = message
  const resend = useResend(webhookId)
  // A new message is sent at once, unless the receiver asked for a pause.
  const isLater = state === 'waiting' && nextAttemptAt !== null && nextAttemptAt > createdAt
  return (
    <Row>
      <Cell className="max-sm:min-w-24 max-sm:wrap-anywhere sm:whitespace-nowrap" title={message.webhookId}>
        <span className="block font-mono text-xs">{type}</span>
        <span className="text-xs text-ink-3 tabular-nums">{formatTime(createdAt)}</span>
      </Cell>
      <Cell>
        {/* Here, and not in the last column, it covers no attempts where the table scrolls. */}
        <div className="flex items-center gap-2 max-sm:flex-col max-sm:items-start">
          <Badge tone={messageStates[state].tone}>{messageStates[state].label}</Badge>
          {isInPlan && state === 'failed' && (
            <SingleClickButton
              size="sm"
              isLoading={resend.isPending}
              aria-label={`Send again: ${type} of ${formatTime(createdAt)}`}
              onClick={() => resend.mutate(id)}
            >
              Send again
            </SingleClickButton>
          )}
        </div>
      </Cell>
      <Cell className="w-full sm:min-w-64">
        <ol className="flex flex-col gap-1 text-ink-2">
          {attempts.map(attempt => (
            <li key={attempt.id} className="tabular-nums sm:whitespace-nowrap">
              {formatTime(attempt.at)}: {attemptLabel(attempt)}
            </li>
          ))}
        </ol>
        {isLater && (
          <p className="text-amber-ink tabular-nums sm:whitespace-nowrap">
            {attempts.length === 0 && 'Paused by the receiver. '}Next attempt {formatTime(nextAttemptAt)}
          </p>
        )}
      </Cell>
    </Row>
  )
}
