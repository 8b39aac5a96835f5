import type { PlaceBatch } from '#server/catalog/normalize/row-stream.ts'
import { type SourceKey, sources } from '#server/catalog/place/sources.ts'
import type { ImportSession } from '#server/catalog/tables/import-session.ts'
import { placeLine } from '#server/catalog/tables/place-row.ts'
import { copyToClosed, copyToStage } from '#server/catalog/tables/staging.repository.ts'
import { createPacer } from '#server/platform/basics/pacer.ts'
import type { CategoryIds } from './category-ids.ts'
import type { RowReport } from './row-report.ts'

const COPY_ROWS = 1000

type Staging = {
  session: ImportSession
  categories: CategoryIds
  report: RowReport
  datasetId: number
  release: string
  source: SourceKey
  onRead: (rowsRead: number) => void
}

/** Copies rows into the staging table while further rows are read. Returns how many were read. */
export async function stageRows(batches: AsyncIterable<PlaceBatch>, staging: Staging): Promise<number> {
  const { session, categories, report, datasetId, release, source } = staging
  const { isSample, isMergeable } = sources[source]
  const breathe = createPacer()
  let row = 0
  let lines: string[] = []
  let copying = Promise.resolve()
  const copy = async () => {
    await copying
    copying = copyToStage(session, lines)
    // The next copy awaits this one and throws its failure. Until then, it must not be an unhandled rejection.
    copying.catch(() => {})
    lines = []
  }
  for await (const { file, places, rows, rejections, hierarchies } of batches) {
    await categories.learn(new Set(places.flatMap(place => place.categories)), hierarchies, source === 'overture')
    const fileNumber = numberOf(file, report.files)
    for (const [index, place] of places.entries()) {
      const categoryIds = categories.idsOf(place.categories)
      const numbers = { row: ++row, file: fileNumber, fileRow: rows[index] ?? 0 }
      const hasSeparateLicense = !isMergeable && !isSample
      lines.push(placeLine({ ...numbers, place, categoryIds, datasetId, release, isSample, hasSeparateLicense }))
      await breathe()
    }
    const closed = rejections.flatMap(({ sourceId }) => sourceId ?? [])
    if (closed.length > 0) {
      await copying
      await copyToClosed(session, closed)
    }
    await report.addRejections(file, rejections)
    if (lines.length >= COPY_ROWS) await copy()
    staging.onRead(row + report.rejectedRows)
  }
  await copy()
  await copying
  return row + report.rejectedRows
}

function numberOf(file: string, files: string[]): number {
  if (files.at(-1) !== file) files.push(file)
  return files.length - 1
}
