import type { Queryable } from '#server/platform/database/db.ts'
import { CsvReport } from './csv-report.ts'
import type { ImportSession } from '#server/catalog/tables/import-session.ts'
import type { Rejection } from '#server/catalog/normalize/normalize.rules.ts'
import {
  mergedRows,
  type RowOutcome,
  rowOutcomes,
  rowsLeftOut,
  vanishedPlaces,
} from '#server/catalog/tables/row-outcomes.repository.ts'

const header = ['file', 'row', 'outcome', 'reason', 'name', 'source_id'] as const

/** Says of each row of an import what became of it, in a CSV file; nothing where no file is asked for. */
export class RowReport {
  #file: CsvReport
  #list: string
  /** Names of the files, by the number that their staged rows carry. */
  readonly files: string[] = []

  constructor(path: string | undefined, list: string) {
    this.#file = new CsvReport(path, header)
    this.#list = list
  }

  addRejections(file: string, rejections: readonly Rejection[]): Promise<void> {
    return this.#file.add(rejections.map(({ row, reason, name }) => [file, row, 'rejected', reason, name, null]))
  }

  /** What the change will do; to be called before it is made. */
  async addOutcomes(session: ImportSession): Promise<void> {
    if (!this.#file.isWanted) return
    await this.#add(await rowsLeftOut(session))
    for await (const rows of rowOutcomes(session)) await this.#add(rows)
    for await (const rows of vanishedPlaces(session)) await this.#add(rows)
  }

  /** Which rows are one lead with another row since the change. */
  async addMerged(db: Queryable): Promise<void> {
    if (this.#file.isWanted) await this.#add(await mergedRows(db))
  }

  close(): Promise<string | null> {
    return this.#file.close()
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
