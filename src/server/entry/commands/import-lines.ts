import path from 'node:path'
import { rejectsFolder } from '#server/catalog/load/import-folders.ts'
import { type ImportProgress, type ImportSummary, waitingMessages } from '#server/catalog/load/import-input.ts'
import { type RejectionCode, rejectionWords } from '#server/catalog/normalize/normalize.rules.ts'
import { number } from '#server/platform/basics/shown-numbers.ts'
import type { CommandCall } from './command.ts'

export const phases: Record<ImportProgress['phase'], string> = {
  reading: 'Reading rows',
  comparing: 'Comparing with the catalog',
  writing: 'Writing the catalog',
  ...waitingMessages,
  // Tells the operator what happens if the command is stopped now.
  queued: `${waitingMessages.queued}; nothing is changed before that`,
  tidying: 'Cleaning up the database',
}

export const reportImport =
  ({ progress }: Pick<CommandCall, 'progress'>) =>
  ({ phase, rowsRead, rowsInAll }: ImportProgress) =>
    progress(
      phase === 'reading'
        ? { label: phases[phase], done: rowsRead, total: rowsInAll }
        : { label: phases[phase], done: 0, total: null },
    )

export const counted = (counts: Record<string, number | undefined>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${number.format(count ?? 0)} ${name}`)
    .join(', ')

/** "1 place" or "2,000 places". */
export const countOf = (count: number, one: string): string => `${number.format(count)} ${one}${count === 1 ? '' : 's'}`

export const datasetName = (source: string, list: string): string => (list === source ? source : `${source}/${list}`)

const inWords = (rejected: ImportSummary['rejectedByReason']): Record<string, number> =>
  Object.fromEntries(Object.entries(rejected).map(([code, count]) => [rejectionWords[code as RejectionCode], count]))

const NAMES_SHOWN = 20
const namesOf = (columns: readonly string[]): string =>
  columns.length <= NAMES_SHOWN
    ? columns.join(', ')
    : `${columns.slice(0, NAMES_SHOWN).join(', ')}, and ${columns.length - NAMES_SHOWN} more`

/** What an import or the status of the catalog says about columns that nobody has read. */
export const statusWarning = (columns: readonly string[]): string[] =>
  columns.length === 0
    ? []
    : [
        `  WARNING: ${namesOf(columns)} may say which businesses are closed, and ${columns.length === 1 ? 'was' : 'were'} not used.`,
        `  Import the list again with --map permanentlyClosed=COLUMN, temporarilyClosed=, status= (No: closed), or closedOn= if so.`,
      ]

export function linesOf(summary: ImportSummary): string[] {
  const { source, list, release, counts, rejectedByReason, rowsMergedWithOthers, isDryRun, hasChanged } = summary
  const { unusedColumns, unusedStatusColumns, rejectsPath, reportPath } = summary
  const { read, outsideOfFiles, merged: repeated, ...rest } = counts
  return [
    `${datasetName(source, list)}, release ${release}: ${countOf(read, 'row')} read`,
    `  ${counted({ repeated, ...rest })}`,
    ...(rowsMergedWithOthers === null || rowsMergedWithOthers === 0
      ? []
      : [
          `  ${number.format(rowsMergedWithOthers)} of them ${rowsMergedWithOthers === 1 ? 'is' : 'are'} the same business as another row: one lead with it`,
        ]),
    ...(outsideOfFiles === 0
      ? []
      : [
          `  The files cover some cells only in part: ${countOf(outsideOfFiles, 'older place')} in these cells ${outsideOfFiles === 1 ? 'stays' : 'stay'}.`,
        ]),
    ...(counts.rejected === 0 ? [] : [`  rejected: ${counted(inWords(rejectedByReason))}`]),
    ...statusWarning(unusedStatusColumns),
    ...(unusedColumns.length === 0 ? [] : [`  columns not used: ${namesOf(unusedColumns)}`]),
    ...(rejectsPath === null ? [] : [`  rejected rows with their reasons: ${rejectsPath}`]),
    ...(reportPath === null ? [] : [`  what became of each row: ${reportPath}`]),
    ...(isDryRun ? ['  Dry run: the catalog was not changed.'] : hasChanged ? [] : ['  The catalog was not changed.']),
  ]
}

export function rejectsPathOf({ clock, config }: Pick<CommandCall['deps'], 'clock' | 'config'>): string {
  const time = clock.now().toISOString().replaceAll(/[:.]/g, '-')
  return path.join(rejectsFolder(config), `${time}-rejects.csv`)
}
