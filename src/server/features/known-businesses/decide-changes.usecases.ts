import { type ChangeOf, changesAtOnce, type ChangesDecided, type ChangeState } from '#contract/leads/followed-files.ts'
import type { Account } from '#server/accounts/sessions/session.usecases.ts'
import { catalogVersion } from '#server/catalog/search/places.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { lockLeads } from '#server/leads/own-lead.usecases.ts'
import { refreshLeads } from '#server/leads/refresh-leads.usecases.ts'
import { lockQuota } from '#server/money/usage/usage.usecases.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { holderOf, type LimitedCaller } from '#server/platform/limits/limited-caller.ts'
import { workedFile } from './file-summary.usecases.ts'
import { type DueRow, dueRow, giveRows, type Giving } from './fill-file.usecases.ts'
import { type FilledRow, rowsNumbered, saveFilled, type StoredRow } from './filled-files.repository.ts'
import { type CurrentRow, currentRows, type Judging } from './judge-rows.usecases.ts'
import {
  changesOfRows,
  countChanges,
  openChanges,
  saveDifferences,
  setStates,
  type StoredChange,
} from './known-changes.repository.ts'
import { differencesOf, factsOfKinds } from './row-differences.ts'
import { ownedAmong } from './row-places.repository.ts'

type Wish = { changes: 'all' | readonly ChangeOf[]; is: ChangeState; maxPulls: number }
type Decided = Omit<ChangesDecided, 'left'>

const isFrom: Record<ChangeState, readonly ChangeState[]> = {
  accepted: ['open', 'ignored'],
  ignored: ['open'],
  open: ['accepted', 'ignored'],
}

/** Accepts, ignores, or reopens changes of some rows of a file, in one transaction with what accepting them costs. */
export async function decideChanges(
  deps: Deps,
  { account, network, id }: LimitedCaller & { account: Account; id: number },
  wish: Wish,
): Promise<ChangesDecided> {
  const { db, clock, catalog } = deps
  const read = await refreshLeads(deps, account.id)
  const now = clock.now()
  return db.transaction(async tx => {
    const [held] = await lockQuota(tx, { account, now }, () => lockLeads(tx, account.id))
    const { state, fill } = await workedFile(tx, { account, id, isLocked: true })
    if (state !== 'done' || fill?.state === 'running' || (await catalogVersion(tx)) !== read.version)
      throw new Refusal('FILE_BUSY')
    const holder = holderOf({ account, network })
    const giving = { account, holder, fileId: id, read, held, atMost: wish.maxPulls, now }
    const wanted = await wantedChanges(tx, { fileId: id, userId: account.id }, wish)
    const judging = { userId: account.id, snapshot: read.snapshot, gazetteer: catalog.gazetteer }
    const { done, ...cost } = await decide[wish.is](tx, { giving, judging }, wanted)
    const left = await countChanges(tx, id, 'open')
    return { done: done.map(({ row, kind }) => ({ row, kind })), ...cost, left }
  })
}

async function wantedChanges(
  tx: Queryable,
  { fileId, userId }: { fileId: number; userId: number },
  { changes, is }: Wish,
): Promise<StoredChange[]> {
  if (changes === 'all') {
    const open = await openChanges(tx, { fileId, userId, limit: changesAtOnce })
    const free = open.filter(({ isFree }) => isFree)
    // What costs leads comes alone, so that a limit that refuses it leaves what is free accepted.
    return is === 'accepted' && free.length > 0 ? free : open
  }
  const asked = new Set(changes.map(({ row, kind }) => `${row} ${kind}`))
  const stored = await changesOfRows(
    tx,
    fileId,
    changes.map(({ row }) => row),
  )
  return stored.filter(({ row, kind, state }) => asked.has(`${row} ${kind}`) && isFrom[is].includes(state))
}

type Deciding = { giving: Giving; judging: Judging }
type Decide = (tx: Queryable, deciding: Deciding, wanted: readonly StoredChange[]) => Promise<Decided>

const decide: Record<ChangeState, Decide> = {
  accepted: accept,
  open: reopen,
  ignored: async (tx, { giving: { fileId } }, wanted) => {
    await setStates(tx, fileId, wanted, 'ignored')
    return { done: [...wanted], pulls: 0, stoppedBy: null }
  },
}

/** Accepts the changes that are still as the user has seen them. Of the others, the current ones are stored as open. */
async function accept(tx: Queryable, deciding: Deciding, wanted: readonly StoredChange[]): Promise<Decided> {
  const { giving } = deciding
  const rows = await currentRows(tx, deciding.judging, await rowsOf(tx, giving.fileId, wanted))
  const differences = await noteDifferences(tx, deciding, rows)
  const still = wanted.filter(({ row, kind, value }) =>
    differences.some(one => one.row === row && one.kind === kind && one.value === value),
  )
  const marks = still.filter(({ kind }) => factsOfKinds[kind] === undefined)
  await setStates(tx, giving.fileId, marks, 'accepted')
  const due = rows.flatMap(current => dueRow(current, factsOf(still, current.row)))
  const owned = await ownedAmong(tx, deciding.judging.userId, due.map(keyOf))
  // What costs nothing does not wait for what cannot be paid for.
  const free = due.filter(row => owned.has(keyOf(row)))
  await giveRows(tx, giving, free)
  const paid = due.filter(row => !free.includes(row))
  const { taken, cost } = await giveRows(tx, giving, paid).catch(orNothing)
  const accepted = new Set([...free, ...taken].map(({ row }) => row.row))
  return {
    done: still.filter(({ row, kind }) => factsOfKinds[kind] === undefined || accepted.has(row)),
    pulls: cost,
    stoppedBy: taken.length === paid.length ? null : cost === giving.atMost ? 'maxPulls' : 'quota',
  }
}

const keyOf = ({ row }: DueRow): string => row.placeKeys[0] ?? ''

/** If the first change already cannot be paid for, the free ones are accepted all the same. */
function orNothing(error: unknown): { taken: []; cost: number } {
  if (error instanceof Refusal && error.errorType === 'QUOTA_EXCEEDED') return { taken: [], cost: 0 }
  throw error
}

const factsOf = (changes: readonly StoredChange[], { row }: StoredRow) =>
  changes.flatMap(change => (change.row === row ? (factsOfKinds[change.kind] ?? []) : []))

/** Reopens changes. Rows are as they were before the changes were accepted; leads stay leads. */
async function reopen(tx: Queryable, deciding: Deciding, wanted: readonly StoredChange[]): Promise<Decided> {
  const { fileId } = deciding.giving
  const accepted = wanted.filter(({ state }) => state === 'accepted')
  const before = (await rowsOf(tx, fileId, accepted)).map(row =>
    Object.assign(row, { filled: factsOf(accepted, row).reduce(withoutLast, row.filled) }),
  )
  const rows = await currentRows(tx, deciding.judging, before)
  await saveFilled(
    tx,
    fileId,
    rows.map(({ row: { row, filled }, now: { facts } }) => ({ row, filled, facts })),
  )
  await setStates(tx, fileId, wanted, 'open')
  await noteDifferences(tx, deciding, rows)
  return { done: [...wanted], pulls: 0, stoppedBy: null }
}

function withoutLast(filled: FilledRow | null, fact: string): FilledRow | null {
  const at = filled?.changes.findLastIndex(change => change.fact === fact) ?? -1
  if (filled === null || at === -1) return filled
  return filled.changes.length === 1 ? null : { ...filled, changes: filled.changes.toSpliced(at, 1) }
}

const rowsOf = (tx: Queryable, fileId: number, changes: readonly StoredChange[]): Promise<StoredRow[]> =>
  rowsNumbered(tx, fileId, [...new Set(changes.map(({ row }) => row))])

async function noteDifferences(tx: Queryable, { giving, judging: { userId } }: Deciding, rows: readonly CurrentRow[]) {
  const differences = rows.flatMap(({ row, now }) => differencesOf(row, now))
  const { fileId, now } = giving
  await saveDifferences(tx, { fileId, userId, rows: rows.map(({ row }) => row.row), differences, now })
  return differences
}
