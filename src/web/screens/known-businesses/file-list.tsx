import { useState } from 'react'
import { changeWords } from '#contract/leads/followed-files.ts'
import type { KnownFile } from '#contract/leads/known-businesses.ts'
import { ReadContent } from '../../shared/api/query-content.tsx'
import { count, formatDayOf, formatNumber } from '../../shared/format.ts'
import { paths } from '../../shared/paths.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { CardList } from '../../shared/ui/decision-card.tsx'
import { TextLink } from '../../shared/ui/links.tsx'
import { ProgressBar } from '../../shared/ui/progress-bar.tsx'
import { RemovalDialog } from '../../shared/ui/removal-dialog.tsx'
import { TableLoading } from '../../shared/ui/skeleton.tsx'
import { TitledPart } from '../../shared/ui/titled-part.tsx'
import { useFilledFile } from './filled-files.queries.ts'
import { filesRead, useDeleteFile } from './known-businesses.queries.ts'

export const FileList = () => (
  <TitledPart title="Your files" className="min-w-0">
    <ReadContent read={filesRead} waiting={<TableLoading label="Loading your files" />}>
      {({ files }) => (
        <CardList items={files} empty="You have not imported a file yet.">
          {file => <FileCard file={file} />}
        </CardList>
      )}
    </ReadContent>
  </TitledPart>
)

export const Comparing = ({ file: { name, rows, compared } }: { file: KnownFile }) => (
  <>
    <p className="text-sm text-ink-2 tabular-nums">
      Looking for the businesses: {formatNumber(compared)} of {formatNumber(rows)}
    </p>
    <ProgressBar label={`Progress of ${name}`} value={rows === 0 ? 1 : compared / rows} />
  </>
)

function FileCard({ file }: { file: KnownFile }) {
  const [isDeleting, setDeleting] = useState(false)
  const remove = useDeleteFile()
  const { id, name, rows, isCompared } = file
  const download = useFilledFile(id)
  const changes = changeWords(file.openChanges)
  return (
    <Card className="p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h3 className="font-medium wrap-anywhere">
            <TextLink href={paths.knownFile(id)}>{name}</TextLink>
          </h3>
          <p className="text-sm text-ink-3 tabular-nums">
            {count(rows, 'row')} · {formatDayOf(file.createdAt)}
            {!file.isLeftOut && ' · not left out of searches'}
            {file.isPaused && ' · not followed at the moment'}
          </p>
          {changes !== '' && (
            <p className="mt-1 text-sm">
              <TextLink href={paths.knownFile(id)}>{changes}</TextLink>
            </p>
          )}
        </div>
        <div className="flex gap-2">
          <Button size="sm" isLoading={download.isPending} disabled={!isCompared} onClick={() => download.mutate()}>
            Download<span className="sr-only"> {name}</span>
          </Button>
          <Button size="sm" variant="ghost" onClick={() => setDeleting(true)}>
            Delete<span className="sr-only"> {name}</span>
          </Button>
        </div>
      </div>
      {!isCompared && (
        <div className="mt-3">
          <Comparing file={file} />
        </div>
      )}
      <output className="sr-only">{isCompared && `${name} is imported.`}</output>
      {isDeleting && (
        <RemovalDialog
          title="Delete this file?"
          description={`Your searches can no longer leave out the businesses in the ${count(rows, 'row')} of ${name}. You keep your leads.`}
          keep="Keep it"
          remove="Delete"
          isBusy={remove.isPending}
          onClose={() => setDeleting(false)}
          onRemove={() => remove.mutate(id, { onSettled: () => setDeleting(false) })}
        />
      )}
    </Card>
  )
}
