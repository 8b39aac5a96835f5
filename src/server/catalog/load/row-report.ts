import type { Rejection, RejectionCode } from '#server/catalog/normalize/normalize.rules.ts'
import type { ImportSession } from '#server/catalog/tables/import-session.ts'
import {
  mergedRows,
  type RowOutcome,
  rowOutcomes,
  rowsLeftOut,
  vanishedPlaces,
} from '#server/catalog/tables/row-outcomes.repository.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { CsvReport } from './csv-report.ts'
import type { ImportSummary } from './import-input.ts'

type Paths = { rejectsPath?: string | undefined; reportPath?: string | undefined }

/** Counts the rejected rows. Writes them, and the outcome of each row, to a CSV file each, if requested. */
export class RowReport {
  readonly rejected: Partial<Record<RejectionCode, number>> = {}
  rejectedRows = 0
  #rejects: CsvReport
  #file: CsvReport
  #list: string
  /** The names of the files. Staged rows refer to them by position. */
  readonly files: string[] = []

  constructor({ rejectsPath, reportPath }: Paths, list: string) {
    this.#rejects = new CsvReport(rejectsPath, ['file', 'row', 'code', 'reason', 'name'])
    this.#file = new CsvReport(reportPath, ['file', 'row', 'outcome', 'reason', 'name', 'source_id'])
    this.#list = list
  }

  async addRejections(file: string, rejections: readonly Rejection[]): Promise<void> {
    for (const { code } of rejections) this.rejected[code] = (this.rejected[code] ?? 0) + 1
    this.rejectedRows += rejections.length
    await this.#rejects.add(rejections.map(({ row, code, reason, name }) => [file, row, code, reason, name]))
    await this.#file.add(rejections.map(({ row, reason, name }) => [file, row, 'rejected', reason, name, null]))
  }

  /** Adds what the change will do with each row. Must be called before the change. */
  async addOutcomes(session: ImportSession): Promise<void> {
    if (!this.#file.isWanted) return
    await this.#add(await rowsLeftOut(session))
    for await (const rows of rowOutcomes(session)) await this.#add(rows)
    for await (const rows of vanishedPlaces(session)) await this.#add(rows)
  }

  async addMerged(db: Queryable): Promise<void> {
    if (this.#file.isWanted) await this.#add(await mergedRows(db))
  }

  /** The paths of the written files; null if there was nothing to write. */
  async close(): Promise<Pick<ImportSummary, 'rejectsPath' | 'reportPath'>> {
    return { rejectsPath: await this.#rejects.close(), reportPath: await this.#file.close() }
  }

  #add(rows: readonly RowOutcome[]): Promise<void> {
    return this.#file.add(
      rows.map(({ file, row, outcome, reason, name, sourceId }) => [
        file === null ? this.#list : (this.files[file] ?? ''),
        row,
        outcome,
        reason,
        name,
        sourceId,
      ]),
    )
  }
}
