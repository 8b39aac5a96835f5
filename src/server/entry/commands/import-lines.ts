import { type ImportProgress, type ImportSummary, waitsFor } from '#server/catalog/load/import-input.ts'
import type { CommandCall } from './command.ts'

const phases: Record<ImportProgress['phase'], string> = {
  reading: 'Reading rows',
  comparing: 'Comparing with the catalog',
  writing: 'Writing the catalog',
  ...waitsFor,
  tidying: 'Cleaning up the database',
}

/** Reports the progress of an import. */
export const reportImport =
  ({ progress }: Pick<CommandCall, 'progress'>) =>
  ({ phase, rowsRead, rowsInAll }: ImportProgress) =>
    progress(
      phase === 'reading'
        ? { label: phases[phase], done: rowsRead, total: rowsInAll }
        : { label: phases[phase], done: 0, total: null },
    )

export const number = new Intl.NumberFormat('en-US')
const counted = (counts: Record<string, number | undefined>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${number.format(count ?? 0)} ${name}`)
    .join(', ')

export const datasetName = (source: string, list: string): string => (list === source ? source : `${source}/${list}`)

/** The summary of an import, as lines. */
export function linesOf({
  source,
  list,
  release,
  counts,
  rejectedByReason,
  rejectsPath,
  reportPath,
  isDryRun,
  hasChanged,
}: ImportSummary): string[] {
  const { read, outsideOfFiles, ...rest } = counts
  return [
    `${datasetName(source, list)}, release ${release}: ${number.format(read)} rows read`,
    `  ${counted(rest)}`,
    ...(outsideOfFiles === 0
      ? []
      : [
          `  The files cover some cells only in part: ${number.format(outsideOfFiles)} older places in these cells stay.`,
        ]),
    ...(counts.rejected === 0 ? [] : [`  rejected: ${counted(rejectedByReason)}`]),
    ...(rejectsPath === null ? [] : [`  rejected rows with their reasons: ${rejectsPath}`]),
    ...(reportPath === null ? [] : [`  what became of each row: ${reportPath}`]),
    ...(isDryRun ? ['  Dry run: the catalog was not changed.'] : hasChanged ? [] : ['  The catalog was not changed.']),
  ]
}
