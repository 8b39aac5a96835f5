import { ExternalLink } from 'lucide-react'
import type { Invoice } from '#contract/billing/billing.ts'
import { redirectTo } from '../../features/billing/redirect-to.ts'
import { ReadContent } from '../../shared/api/query-content.tsx'
import { formatDayOf, formatDollars } from '../../shared/format.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Section } from '../../shared/ui/section.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { Cell, HeaderCell, Row, Table } from '../../shared/ui/table.tsx'
import { invoicesRead, useBillingPortal } from './subscription.queries.ts'

export const Invoices = () => (
  <Section title="Invoices" actions={<PortalButton />}>
    <ReadContent read={invoicesRead} waiting={<Skeleton className="h-24 w-full" />}>
      {invoices =>
        invoices.length === 0 ? (
          <p className="text-sm text-ink-2">You have not been charged yet.</p>
        ) : (
          <InvoiceTable invoices={invoices} />
        )
      }
    </ReadContent>
  </Section>
)

function PortalButton() {
  const portal = useBillingPortal()
  return (
    <Button
      size="sm"
      isLoading={portal.isPending}
      onClick={() => portal.mutate(undefined, { onSuccess: ({ url }) => redirectTo(url) })}
    >
      Billing portal <ExternalLink className="size-4" />
    </Button>
  )
}

const statuses = {
  open: { tone: 'amber', label: 'Open' },
  paid: { tone: 'green', label: 'Paid' },
  void: { tone: 'grey', label: 'Void' },
  uncollectible: { tone: 'grey', label: 'Not collected' },
  refunded: { tone: 'grey', label: 'Refunded' },
  partly_refunded: { tone: 'grey', label: 'Partly refunded' },
  disputed: { tone: 'amber', label: 'Disputed' },
} as const

const InvoiceTable = ({ invoices }: { invoices: Invoice[] }) => (
  <Table label="List of invoices" className="max-sm:[&_:is(td,th)]:px-2">
    <thead>
      <tr>
        <HeaderCell className="hidden sm:table-cell">Date</HeaderCell>
        <HeaderCell>Description</HeaderCell>
        <HeaderCell>Status</HeaderCell>
        <HeaderCell className="text-right">Amount</HeaderCell>
        <HeaderCell>
          <span className="sr-only">Documents</span>
        </HeaderCell>
      </tr>
    </thead>
    <tbody>
      {invoices.map(invoice => (
        <Row key={invoice.id}>
          <Cell className="hidden whitespace-nowrap tabular-nums sm:table-cell">{formatDayOf(invoice.createdAt)}</Cell>
          <Cell className="min-w-28">
            {invoice.description}
            <span className="block text-xs text-ink-3 tabular-nums sm:hidden">{formatDayOf(invoice.createdAt)}</span>
            {invoice.number !== null && (
              <span className="block text-xs whitespace-nowrap text-ink-3">{invoice.number}</span>
            )}
          </Cell>
          <Cell>
            <Badge tone={statuses[invoice.status].tone}>{statuses[invoice.status].label}</Badge>
          </Cell>
          <Cell isNumber>
            <Amount invoice={invoice} />
          </Cell>
          <Cell className="whitespace-nowrap">
            <Documents invoice={invoice} />
          </Cell>
        </Row>
      ))}
    </tbody>
  </Table>
)

const Amount = ({ invoice: { totalCents, taxCents, refundedCents } }: { invoice: Invoice }) => (
  <>
    {formatDollars(totalCents / 100)}
    {taxCents > 0 && <span className="block text-xs text-ink-3">incl. {formatDollars(taxCents / 100)} tax</span>}
    {refundedCents > 0 && (
      <span className="block text-xs text-ink-3">{formatDollars(refundedCents / 100)} refunded</span>
    )}
  </>
)

function Documents({ invoice: { kind, hostedUrl, pdfUrl, number, createdAt, description } }: { invoice: Invoice }) {
  const isReceipt = kind === 'lead_package'
  const name = number ?? formatDayOf(createdAt)
  const look = 'inline-flex items-center font-medium text-accent-ink underline underline-offset-4 touch:min-h-11'
  return (
    <span className="flex flex-col items-end gap-x-4 sm:flex-row sm:justify-end">
      {hostedUrl !== null && (
        <a
          href={hostedUrl}
          target="_blank"
          rel="noreferrer"
          aria-label={isReceipt ? `Receipt for ${description}, ${name}` : `View invoice ${name}`}
          className={look}
        >
          {isReceipt ? 'Receipt' : 'View'}
        </a>
      )}
      {pdfUrl !== null && (
        <a href={pdfUrl} target="_blank" rel="noreferrer" aria-label={`PDF of invoice ${name}`} className={look}>
          PDF
        </a>
      )}
    </span>
  )
}
