import { useState } from 'react'
import { type FileFact, fileFacts, type FileSummary } from '#contract/leads/filled-files.ts'
import { formatDate, formatNumber } from '../../shared/format.ts'
import { useAsBar } from '../../shared/toast/use-as-bar.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Checkbox } from '../../shared/ui/checkbox.tsx'
import { Cell, Row, Table } from '../../shared/ui/table.tsx'
import { TitledPart } from '../../shared/ui/titled-part.tsx'
import { fits, RowsLeft } from './file-uses.tsx'
import { useFill, useFilledFile } from './filled-files.queries.ts'
import { SpendDialog } from './spend-dialog.tsx'

/** The facts that we can add to a file: the user chooses, sees the most that they can cost, and confirms. */
export function FileOffers({ summary }: { summary: FileSummary }) {
  const { file, offers, toPull, fill } = summary
  const [left, setLeft] = useState<readonly FileFact[]>([])
  const [isAsking, setAsking] = useState(false)
  const download = useFilledFile(file.id)
  const chosen = offers.map(({ fact }) => fact).filter(fact => !left.includes(fact))
  const pulls = mostPulls(toPull, chosen)
  const isFilling = fill?.state === 'running'
  // The same facts would stop at the same row again. `FillProgress` offers more leads.
  const isOutOfLeads =
    fill?.state === 'stopped' &&
    summary.pullsLeft === 0 &&
    pulls > 0 &&
    offers.every(({ fact }) => fill.facts.includes(fact) === chosen.includes(fact))
  return (
    <TitledPart title="What we can add">
      {offers.length === 0 ? (
        <p className="text-sm text-ink-2">
          {(summary.states?.found ?? 0) > 0
            ? 'The rows that we found have all that we know.'
            : 'We have found no row yet.'}
        </p>
      ) : (
        <OfferTable offers={offers} left={left} isDisabled={isFilling} onChange={setLeft} />
      )}
      <div ref={useAsBar('bar')} className="sticky bottom-0 flex flex-wrap gap-2 bg-canvas py-4 low:static">
        {offers.length > 0 && (
          <Button
            variant="primary"
            disabled={chosen.length === 0 || isFilling || isOutOfLeads}
            onClick={() => setAsking(true)}
          >
            Fill this file
          </Button>
        )}
        <Button
          variant={offers.length === 0 && fill !== null ? 'primary' : 'secondary'}
          disabled={isFilling}
          isLoading={download.isPending}
          onClick={() => download.mutate()}
        >
          Download the file
        </Button>
      </div>
      {isAsking && <FillDialog summary={summary} facts={chosen} pulls={pulls} onClose={() => setAsking(false)} />}
    </TitledPart>
  )
}

/** The businesses that are not leads yet and get at least one of these facts. */
const mostPulls = (toPull: FileSummary['toPull'], chosen: readonly FileFact[]): number =>
  toPull
    .filter(({ facts }) => facts.some(fact => chosen.includes(fact)))
    .reduce((sum, { businesses }) => sum + businesses, 0)

type OfferTableProps = {
  offers: FileSummary['offers']
  left: readonly FileFact[]
  isDisabled: boolean
  onChange: (left: readonly FileFact[]) => void
}

const OfferTable = ({ offers, left, isDisabled, onChange }: OfferTableProps) => (
  <Table label="Facts that rows can get" columns={['Fact', 'Rows', 'For example']} numbers={['Rows']}>
    {offers.map(({ fact, rows, example }) => (
      <Row key={fact}>
        <Cell className="whitespace-nowrap">
          <Checkbox
            label={fileFacts[fact]}
            checked={!left.includes(fact)}
            disabled={isDisabled}
            onChange={({ currentTarget }) =>
              onChange(currentTarget.checked ? left.filter(one => one !== fact) : [...left, fact])
            }
          />
        </Cell>
        <Cell isNumber>{formatNumber(rows)}</Cell>
        <Cell className="min-w-36 wrap-anywhere">
          {example !== null && (
            <>
              {example.was !== '' && <s className="text-ink-3 before:sr-only before:content-['was_']">{example.was}</s>}{' '}
              <span>{example.is}</span>
              <span className="block text-xs text-ink-3">
                Row {example.row}, {example.source}
                {example.confirmedOn !== null && `, ${formatDate(example.confirmedOn)}`}
              </span>
            </>
          )}
        </Cell>
      </Row>
    ))}
  </Table>
)

const replacing: ReadonlySet<FileFact> = new Set(['otherPhone', 'otherAddress', 'otherName'])

type FillDialogProps = {
  summary: FileSummary
  facts: FileFact[]
  pulls: number
  onClose: () => void
}

function FillDialog({ summary, facts, pulls, onClose }: FillDialogProps) {
  const fill = useFill(summary.file.id)
  const isTooLong = !fits(summary)
  const replaced = summary.offers
    .filter(({ fact }) => facts.includes(fact) && replacing.has(fact))
    .reduce((sum, { rows }) => sum + rows, 0)
  return (
    <SpendDialog
      title="Fill this file?"
      pulls={pulls}
      pullsLeft={summary.pullsLeft}
      confirm="Fill the file"
      isBusy={fill.isPending}
      isDisabled={isTooLong}
      onConfirm={() => fill.mutate({ facts, maxPulls: pulls }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        A business uses one lead of your quota when its row gets something for the first time, and is in My Leads from
        then on. Businesses that are your leads already cost nothing.
      </p>
      {replaced > 0 && (
        <p className="font-medium text-ink">
          Replaces {formatNumber(replaced)} of your values. The file keeps the old ones in a column.
        </p>
      )}
      {isTooLong && (
        <p className="text-danger-ink">
          <RowsLeft summary={summary} />
        </p>
      )}
    </SpendDialog>
  )
}
