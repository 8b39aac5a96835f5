import { Readable } from 'node:stream'
import { rowsPerPage } from '#contract/leads/filled-files.ts'
import { type ChangeState, changeStates, type FileChange, type FileChanges } from '#contract/leads/followed-files.ts'
import { changeKinds } from '#contract/leads/known-businesses.ts'
import type { Account } from '#server/accounts/sessions/session.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { byteOrderMark, csvLine } from '#server/platform/basics/csv.ts'
import type { FileReply } from '#server/platform/basics/replies.ts'
import { cellsInOrder, masked } from './file-facts.ts'
import { workedFile } from './file-summary.usecases.ts'
import { rowsNumbered } from './filled-files.repository.ts'
import { placesOfKeys } from './judge-rows.usecases.ts'
import { changesAfter, countChanges, countToPull, type StoredChange } from './known-changes.repository.ts'
import { factsOfKinds } from './row-differences.ts'
import { ownedAmong } from './row-places.repository.ts'

type Asked = { account: Account; id: number }

/** A page of the changes of a file that are in one state. */
export async function listChanges(
  deps: Deps,
  { account, id, state, cursor = 0 }: Asked & { state: ChangeState; cursor?: number | undefined },
): Promise<FileChanges> {
  const { db } = deps
  await workedFile(db, { account, id })
  const [found, total, toPull] = await Promise.all([
    changesAfter(db, { fileId: id, state, after: cursor, limit: rowsPerPage + 1 }),
    countChanges(db, id, state),
    countToPull(db, id, account.id),
  ])
  const rows = [...new Set(found.map(({ row }) => row))]
  const last = rows[rowsPerPage - 1] ?? Infinity
  const page = found.filter(({ row }) => row <= last)
  return {
    items: await presentChanges(deps, { account, id }, page),
    total,
    toPull,
    nextCursor: rows.length > rowsPerPage ? String(last) : null,
  }
}

/** Changes as users see them: contacts of places that are not their leads are masked. */
async function presentChanges(
  { db, catalog }: Deps,
  { account: { id: userId }, id }: Asked,
  changes: readonly StoredChange[],
): Promise<FileChange[]> {
  const snapshot = await catalog.refresh()
  const rows = await rowsNumbered(db, id, [...new Set(changes.map(({ row }) => row))])
  const keys = rows.flatMap(({ placeKeys }) => placeKeys.slice(0, 1))
  const places = await placesOfKeys(db, { userId, snapshot }, keys)
  const owned = await ownedAmong(db, userId, keys)
  const byNumber = new Map(rows.map(row => [row.row, row]))
  return changes.flatMap(({ seenOn, foundAt, cells, ...change }) => {
    const row = byNumber.get(change.row)
    const key = row?.placeKeys[0] ?? ''
    if (row === undefined) return []
    const isOwned = owned.get(key) === true && places.get(key)?.doNotContact !== true
    const is = wordsOf({ ...change, cells }, isOwned)
    const costsPull = !isOwned && factsOfKinds[change.kind] !== undefined
    return [{ ...change, name: row.cells.name ?? '', is, costsPull, seenOn, foundAt: foundAt.toISOString() }]
  })
}

function wordsOf(
  { kind, was, cells, source }: Pick<StoredChange, 'kind' | 'was' | 'cells' | 'source'>,
  isOwned: boolean,
) {
  const fact = factsOfKinds[kind]
  if (fact === undefined) return ''
  const inOrder = cellsInOrder(cells)
  const is = Object.values(inOrder).join(', ')
  return isOwned ? is : masked({ fact, was, is, source, confirmedOn: null, cells: inOrder }).is
}

const PORTION = 1000
const header = ['Row', 'Name', 'Change', 'Old', 'New', 'Source', 'Seen on', 'State']

/** A CSV file of all changes of a file. */
export async function changesFile(deps: Deps, asked: Asked): Promise<FileReply> {
  await workedFile(deps.db, asked)
  return {
    fileName: `leadline-changes-${asked.id}.csv`,
    mediaType: 'text/csv',
    content: Readable.from(linesOf(deps, asked)),
  }
}

async function* linesOf(deps: Deps, asked: Asked): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(header)
  for (let after = 0; ;) {
    const found = await changesAfter(deps.db, { fileId: asked.id, state: null, after, limit: PORTION })
    const changes = await presentChanges(deps, asked, found)
    yield changes
      .map(({ row, name, kind, was, is, source, seenOn, state }) =>
        csvLine([row, name, changeKinds[kind].label, was, is, source, seenOn, changeStates[state]]),
      )
      .join('')
    const last = found.at(-1)
    if (last === undefined) break
    after = last.row
  }
  // Nobody could tell a file that ends early from a complete one.
  await workedFile(deps.db, asked)
}
