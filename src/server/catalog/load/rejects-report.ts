import type { Rejection, RejectionCode } from '#server/catalog/normalize/normalize.rules.ts'
import { CsvReport } from './csv-report.ts'

/** Counts the rejected rows, and writes them to a CSV file if a path is given and there are any. */
export class RejectsReport {
  readonly counts: Partial<Record<RejectionCode, number>> = {}
  total = 0
  #file: CsvReport

  constructor(path: string | undefined) {
    this.#file = new CsvReport(path, ['file', 'row', 'code', 'reason', 'name'])
  }

  async add(file: string, rejections: readonly Rejection[]): Promise<void> {
    for (const { code } of rejections) this.counts[code] = (this.counts[code] ?? 0) + 1
    this.total += rejections.length
    await this.#file.add(rejections.map(({ row, code, reason, name }) => [file, row, code, reason, name]))
  }

  /** The path of the written file; null if nothing was rejected. */
  close(): Promise<string | null> {
    return this.#file.close()
  }
}
