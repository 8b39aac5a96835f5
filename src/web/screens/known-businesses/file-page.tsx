import { type FileSummary, goneKinds, rowStates, type RowState } from '#contract/leads/filled-files.ts'
import { ReadContent } from '../../shared/api/query-content.tsx'
import { count, formatDate, formatDayOf, formatNumber } from '../../shared/format.ts'
import { paths } from '../../shared/paths.ts'
import { TextLink } from '../../shared/ui/links.tsx'
import { PageSpinner } from '../../shared/ui/spinner.tsx'
import { TitledPart } from '../../shared/ui/titled-part.tsx'
import { titled, useTitle } from '../../shared/use-title.ts'
import { DecideRows } from './decide-rows.tsx'
import { FileChanges } from './file-changes.tsx'
import { Comparing } from './file-list.tsx'
import { FileOffers } from './file-offers.tsx'
import { FileUses } from './file-uses.tsx'
import { FillProgress } from './fill-progress.tsx'
import { summaryRead, useSpending } from './filled-files.queries.ts'

/** One file: what was found, what the user must decide, and which facts we can add. */
export function FilePage({ id }: { id: number }) {
  return (
    <div className="mx-auto max-w-360 px-4 pt-6 pb-12 sm:px-6">
      <TextLink href={paths.knownBusinesses}>Businesses you know</TextLink>
      <ReadContent read={summaryRead(id)} waiting={<PageSpinner label="Loading the file" />}>
        {data => <FileContent summary={data} />}
      </ReadContent>
    </div>
  )
}

function FileContent({ summary }: { summary: FileSummary }) {
  const { file, states, fill } = summary
  useTitle(titled(file.name))
  useSpending(file.id, fill?.pulls ?? 0)
  const isShown = file.isFollowed || Object.keys(file.openChanges).length > 0
  const hasQuestions = (states?.decide ?? 0) + summary.decided > 0
  return (
    <>
      <h1 className="mt-2 text-2xl font-semibold tracking-tight wrap-anywhere">{file.name}</h1>
      <p className="mt-1.5 text-ink-2 tabular-nums">
        {count(file.rows, 'row')} · {formatDayOf(file.createdAt)}
      </p>
      {states === null ? (
        <div className="mt-6 max-w-xl">
          <Comparing file={file} />
        </div>
      ) : (
        <>
          <States states={states} doNotContact={summary.doNotContact} />
          <p className="mt-2 text-sm text-ink-3">The file that you download says which rows are which. This is free.</p>
          <FileUses summary={summary} />
          <div className="group mt-6 grid items-start gap-x-8 gap-y-8 lg:grid-cols-2">
            {(isShown || hasQuestions) && (
              <div className="flex min-w-0 flex-col gap-8">
                {isShown && <FileChanges summary={summary} />}
                {hasQuestions && (
                  <div className="[.group:has([data-loading])_&]:invisible">
                    <DecideRows id={file.id} />
                  </div>
                )}
              </div>
            )}
            <div className="flex min-w-0 flex-col gap-8 max-lg:[.group:has([data-loading])_&]:invisible">
              {fill !== null && <FillProgress summary={summary} fill={fill} />}
              <FileOffers summary={summary} />
              {summary.gone.length > 0 && <GoneRows gone={summary.gone} />}
            </div>
          </div>
        </>
      )}
    </>
  )
}

const order = Object.keys(rowStates) as RowState[]

type StatesProps = { states: NonNullable<FileSummary['states']>; doNotContact: number }

function States({ states, doNotContact }: StatesProps) {
  const shown = order.filter(state => (states[state] ?? 0) > 0)
  return (
    <dl className="mt-5 flex flex-wrap gap-x-6 gap-y-3">
      {shown.map(state => (
        <Figure key={state} label={rowStates[state]} value={states[state] ?? 0} />
      ))}
      {doNotContact > 0 && <Figure label="Of these, do not contact" value={doNotContact} />}
    </dl>
  )
}

const Figure = ({ label, value }: { label: string; value: number }) => (
  <div className="flex flex-col-reverse">
    <dt className="text-sm text-ink-2">{label}</dt>
    <dd className="text-xl font-semibold tabular-nums">{formatNumber(value)}</dd>
  </div>
)

const GoneRows = ({ gone }: { gone: FileSummary['gone'] }) => (
  <TitledPart title="Gone">
    <ul className="flex flex-col gap-2 text-sm">
      {gone.map(({ kind, rows, name, source, on }) => (
        <li key={kind} className="text-ink-2">
          <span className="font-medium text-ink tabular-nums">
            {goneKinds[kind]}: {formatNumber(rows)}
          </span>
          , such as {name} ({source}, {formatDate(on)})
        </li>
      ))}
    </ul>
  </TitledPart>
)
