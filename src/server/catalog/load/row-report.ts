import type { Rejection } from '#server/catalog/normalize/normalize.rules.ts'
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

const header = ['file', 'row', 'outcome', 'reason', 'name', 'source_id'] as const

/** Writes the outcome of each row of an import to a CSV file, if one is requested. */
export class RowReport {
  #file: CsvReport
  #list: string
  /** The names of the files. Staged rows refer to them by position. */
  readonly files: string[] = []

  constructor(path: string | undefined, list: string) {
    this.#file = new CsvReport(path, header)
    this.#list = list
  }

  addRejections(file: string, rejections: readonly Rejection[]): Promise<void> {
    return this.#file.add(rejections.map(({ row, reason, name }) => [file, row, 'rejected', reason, name, null]))
  }

  /** Adds what the change will do with each row. Must be called before the change. */
  async addOutcomes(session: ImportSession): Promise<void> {
    if (!this.#file.isWanted) return
    await this.#add(await rowsLeftOut(session))
    for await (const rows of rowOutcomes(session)) await this.#add(rows)
    for await (const rows of vanishedPlaces(session)) await this.#add(rows)
  }

  /** Adds the rows that the change has merged with another row. */
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
