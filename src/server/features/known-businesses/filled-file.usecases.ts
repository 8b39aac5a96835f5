import path from 'node:path'
import { Readable } from 'node:stream'
import { fileFacts, rowStates } from '#contract/leads/filled-files.ts'
import { type ChangeKind, changeKinds } from '#contract/leads/known-businesses.ts'
import { knownFields } from '#contract/leads/known-fields.ts'
import type { Account } from '#server/accounts/sessions/session.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { refreshLeads } from '#server/leads/refresh-leads.usecases.ts'
import { withoutFormula } from '#server/platform/basics/csv.ts'
import { pacedMap } from '#server/platform/basics/pacer.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import type { FileReply } from '#server/platform/basics/replies.ts'
import type { LimitedCaller } from '#server/platform/limits/limited-caller.ts'
import type { FilledColumn, RowChange } from './file-facts.ts'
import { isWorkbook } from './file-records.ts'
import { workedFile } from './file-summary.usecases.ts'
import { writeInThread } from './file-thread.ts'
import type { FilledCells, FillOptions } from './fill-worker.ts'
import { readContent, rowsAfter, type StoredRow, type WorkedFile } from './filled-files.repository.ts'
import { keptBy, keysOfRows } from './judge-rows.usecases.ts'
import { decidedMarks, type StoredChange } from './known-changes.repository.ts'
import { ownedAmong } from './row-places.repository.ts'

/** The columns that a file gets if none of its own is for them, with their headers. */
const ownColumns = [
  ...Object.keys(knownFields).map(field => [field, `leadline_${field}`]),
  ['profiles', 'leadline_profiles'],
  ['hours', 'leadline_hours'],
  ['websiteCheck', 'leadline_website_check'],
] as [FilledColumn, string][]

const PORTION = 1000

/** The user's own file with what its rows have got. Everything else in it stays as it is. */
export async function filledFile(
  deps: Deps,
  { account, network, id }: LimitedCaller & { account: Account; id: number },
): Promise<FileReply> {
  const file = await workedFile(deps.db, { account, id })
  if (file.state !== 'done' || file.fill?.state === 'running') throw new Refusal('FILE_BUSY')
  // What a row has got is left out if its business is not to be contacted anymore.
  await refreshLeads(deps, account.id)
  const content = await writeInThread({ account, network }, () => fillingOf(deps, account, file))
  const isXlsx = isWorkbook(content)
  const ending = isXlsx ? '.xlsx' : (/\.(?:txt|tsv|tab)$/i.exec(file.name)?.[0] ?? '.csv')
  return {
    fileName: `${path.parse(file.name).name.replaceAll(/[^\w.-]+/g, '-')}-leadline${ending}`,
    mediaType: isXlsx ? 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' : 'text/csv',
    content: Readable.from([Buffer.from(content)]),
  }
}

async function fillingOf(deps: Deps, account: Account, { id, fields }: WorkedFile): Promise<FillOptions> {
  const bytes = await readContent(deps.db, { fileId: id, userId: account.id })
  const guard = isWorkbook(bytes) ? (text: string) => text : withoutFormula
  const rows: FilledCells[] = []
  const marks = Map.groupBy(await decidedMarks(deps.db, id), ({ row }) => row)
  for (let after = 0; ;) {
    const page = await rowsAfter(deps.db, { fileId: id, after, limit: PORTION })
    const owned = await ownedAmong(deps.db, account.id, keysOfRows(page))
    const filled = await pacedMap(page, row => {
      const changes = row.doNotContact ? [] : keptBy(row, owned)
      const isHidden = row.filled !== null && changes.length === 0
      const doNotContact = row.doNotContact || isHidden || owned.get(row.placeKeys[0] ?? '') === false
      const mark = doNotContact ? undefined : markOf(row, marks.get(row.row) ?? [])
      return guarded(filledCells({ ...row, doNotContact }, { changes, mark }), guard)
    })
    rows.push(...filled)
    if (page.length < PORTION) break
    after = page.at(-1)?.row ?? after
  }
  // If the file was deleted meanwhile, some of its rows were missing, and the others would get their values.
  await workedFile(deps.db, { account, id })
  const used = new Set(rows.flatMap(({ cells }) => Object.keys(cells) as FilledColumn[]))
  const columns = ownColumns.filter(([column]) => used.has(column))
  return { bytes, fields, columns, rows }
}

type Written = { changes: readonly RowChange[]; mark: Mark | undefined }

function filledCells(row: StoredRow, { changes, mark }: Written): FilledCells {
  const sources = [...changes.map(({ source }) => source), mark?.source ?? '']
  const days = [...changes.map(({ confirmedOn }) => confirmedOn ?? ''), mark?.on ?? '']
  return {
    cells: Object.assign({}, ...changes.map(({ cells }) => cells)) as FilledCells['cells'],
    about: [
      mark === undefined ? statusOf(row) : changeKinds[mark.kind].label,
      changes.map(({ fact }) => fileFacts[fact]).join(', '),
      changes.flatMap(oldValue).join('; '),
      [...new Set(sources.filter(source => source !== ''))].join(', '),
      days.reduce((last, day) => (day > last ? day : last)),
    ],
  }
}

const oldValue = ({ fact, was }: RowChange): string[] => (was === '' ? [] : [`${fileFacts[fact]}: ${was}`])

type Mark = { kind: ChangeKind; source: string; on: string | null }

/** That the business is gone, unless the user ignores it, or what the user has accepted about it. */
function markOf({ gone }: StoredRow, marks: readonly StoredChange[]): Mark | undefined {
  if (gone !== null && !marks.some(({ kind, state }) => kind === gone.kind && state === 'ignored')) return gone
  const accepted = marks.find(({ state }) => state === 'accepted')
  return accepted && { kind: accepted.kind, source: accepted.source, on: accepted.seenOn }
}

function statusOf({ doNotContact, filled, rowState, problem }: StoredRow): string {
  if (problem !== null) return `${rowStates.unreadable}. ${problem}`
  if (doNotContact) return 'Do not contact'
  if (filled !== null) return 'Filled'
  return rowState === null ? '' : rowStates[rowState]
}

const guarded = ({ cells, about: texts }: FilledCells, guard: (text: string) => string): FilledCells => ({
  cells: Object.fromEntries(Object.entries(cells).map(([column, text]) => [column, guard(text)])),
  about: texts.map(guard),
})
