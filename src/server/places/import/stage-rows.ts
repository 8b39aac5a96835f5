import type { CategoryIds } from './category-ids.ts'
import type { ImportSession } from './import-session.ts'
import { placeLine } from './place-row.ts'
import type { RejectsReport } from './rejects-report.ts'
import type { PlaceBatch } from './row-stream.ts'
import { copyToStage } from './staging.repository.ts'

const COPY_ROWS = 1000

type Staging = {
  session: ImportSession
  categories: CategoryIds
  rejects: RejectsReport
  datasetId: number
  release: string
  isSample: boolean
  onRead: (rowsRead: number) => void
}

/** Loads all rows into the staging table while further ones are read; gives how many were read. */
export async function stageRows(batches: AsyncIterable<PlaceBatch>, staging: Staging): Promise<number> {
  const { session, categories, rejects, datasetId, release, isSample } = staging
  let row = 0
  let lines: string[] = []
  let copying = Promise.resolve()
  const copy = async () => {
    await copying
    copying = copyToStage(session, lines)
    // Heard when the next copy begins; until then a failure must not count as unhandled.
    copying.catch(() => {})
    lines = []
  }
  for await (const { file, places, rejections, hierarchies } of batches) {
    await categories.learn(new Set(places.flatMap(place => place.categories)), hierarchies)
    for (const place of places) {
      const categoryIds = categories.idsOf(place.categories)
      lines.push(placeLine({ row: ++row, place, categoryIds, datasetId, release, isSample }))
    }
    await rejects.add(file, rejections)
    if (lines.length >= COPY_ROWS) await copy()
    staging.onRead(row + rejects.total)
  }
  await copy()
  await copying
  return row + rejects.total
}
