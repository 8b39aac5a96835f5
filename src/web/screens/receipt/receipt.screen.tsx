import { leadsByCost, type Receipt, type ReceiptPage } from '#contract/searches/receipts.ts'
import { searchDetails, searchLabel } from '../../features/searches/search-words.ts'
import { UnderstoodSearch } from '../../features/searches/understood-search.tsx'
import { useAddressValue } from '../../shared/address.ts'
import { ReadContent } from '../../shared/api/query-content.tsx'
import { capitalized, count, formatNumber } from '../../shared/format.ts'
import { paths } from '../../shared/paths.ts'
import { CopyIcon } from '../../shared/ui/copy-button.tsx'
import { TextLink } from '../../shared/ui/links.tsx'
import { PageSpinner } from '../../shared/ui/spinner.tsx'
import { TitledPart } from '../../shared/ui/titled-part.tsx'
import { WorkPage } from '../../shared/ui/work-page.tsx'
import { ChargeTable, PageTable, SourceTable } from './receipt-tables.tsx'
import { receiptRead } from './receipt.queries.ts'
import { RunAgain } from './run-again.tsx'

export default function ReceiptScreen() {
  const searchId = Number(useAddressValue('search')) || 0
  return (
    <WorkPage parent="leads" title="Receipt">
      <ReadContent read={receiptRead(searchId)} waiting={<PageSpinner label="Loading the receipt" />}>
        {data => <ReceiptOfSearch key={data.search.id} receipt={data} />}
      </ReadContent>
    </WorkPage>
  )
}

function ReceiptOfSearch({ receipt }: { receipt: Receipt }) {
  const { search, notes, leads, pages, hash, charges, total, refundedAt } = receipt
  return (
    <>
      <p className="mt-1.5 wrap-anywhere text-ink-2">
        {capitalized(searchLabel(search))} · {searchDetails(search)}.{' '}
        <TextLink href={paths.dashboardOf(search.id)}>Open its leads</TextLink>
      </p>
      <div className="mt-8 flex max-w-4xl flex-col gap-8">
        <TitledPart title="Understood">
          {notes === null ? (
            <p className="text-sm text-ink-2">This search was run before its details were kept.</p>
          ) : (
            <div className="flex flex-wrap items-center gap-1.5 text-sm">
              <UnderstoodSearch search={search} notes={notes} />
            </div>
          )}
        </TitledPart>
        <TitledPart title="Sources">{notes !== null && <SourceTable sources={notes.sources} />}</TitledPart>
        <TitledPart title="Found">
          <p className="mb-3 text-sm text-ink-2">
            {count(search.total, 'business matches', 'businesses match')}, {count(leads, 'lead')} loaded
            {costWords(pages)}.{notes?.coverage === 'partial' && ' Some of the area was not loaded yet.'}
          </p>
          {pages.length > 0 && (
            <details className="print:not-open:hidden">
              <summary className="min-h-6 cursor-pointer text-sm text-ink-2 hover:text-ink touch:min-h-11">
                Technical details
              </summary>
              <div className="mt-3">
                <PageTable pages={pages} />
                {hash !== null && <Hash hash={hash} />}
              </div>
            </details>
          )}
        </TitledPart>
        <TitledPart title="Cost">
          {charges.length === 0 ? (
            <p className="text-sm text-ink-2">This search has cost nothing.</p>
          ) : (
            <ChargeTable charges={charges} total={total} />
          )}
          {refundedAt !== null && (
            <p className="mt-3 text-sm text-ink-2">Its leads were samples. Real places have replaced them.</p>
          )}
        </TitledPart>
        <TitledPart title="Today" className="print:hidden">
          <RunAgain searchId={search.id} />
        </TitledPart>
      </div>
    </>
  )
}

/** ": 323 new, 16 may be duplicates and were free, 4 already yours", or nothing if all are new. */
function costWords(pages: readonly ReceiptPage[]): string {
  const { new: paid, doubles, owned } = leadsByCost(pages)
  if (doubles + owned === 0) return ''
  const parts = [
    paid > 0 && `${formatNumber(paid)} new`,
    doubles > 0 &&
      `${formatNumber(doubles)} may be ${doubles === 1 ? 'a duplicate and was' : 'duplicates and were'} free`,
    owned > 0 && `${formatNumber(owned)} already yours`,
  ]
  return `: ${parts.filter(Boolean).join(', ')}`
}

const Hash = ({ hash }: { hash: string }) => (
  <div className="mt-3 text-sm text-ink-2">
    <p>Fingerprint (SHA-256) of these businesses in their order:</p>
    <p className="flex items-center gap-1 font-mono text-xs text-ink">
      <span className="wrap-anywhere">{hash}</span>
      <CopyIcon text={hash} fact="fingerprint" />
    </p>
  </div>
)
