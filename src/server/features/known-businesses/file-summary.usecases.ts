import {
  type FileFact,
  type FileRow,
  type FileRows,
  type FileSummary,
  fileFactNames,
  type ListedRows,
  rowsPerPage,
} from '#contract/leads/filled-files.ts'
import { knownBusinessLimit } from '#contract/leads/known-businesses.ts'
import { plans } from '#contract/plans.ts'
import { registrableDomain } from '#domains/index.ts'
import type { Account } from '#server/accounts/sessions/session.usecases.ts'
import { isSameHouse } from '#server/catalog/merge/house.rules.ts'
import { recognize } from '#server/catalog/recognize/recognize.usecases.ts'
import { catalogVersion } from '#server/catalog/search/places.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import { maskedDomain, maskedEmail, maskedName, maskedPhone } from '#server/leads/masked-contacts.rules.ts'
import { withLeads } from '#server/leads/own-lead.usecases.ts'
import { readQuota } from '#server/money/usage/usage.usecases.ts'
import { orNotFound, Refusal } from '#server/platform/basics/refusal.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import { withoutMark } from './file-columns.rules.ts'
import { factsOf, masked, shown } from './file-facts.ts'
import * as files from './filled-files.repository.ts'
import { currentRow, keptBy, keysOfRows, placesOfKeys, type WorkedPlace } from './judge-rows.usecases.ts'
import { ownFile, shownFile } from './known-businesses.usecases.ts'
import { compareSaying } from './match-known.usecases.ts'
import { decisionsOf, deleteDecision, ownedAmong, saveDecision } from './row-places.repository.ts'

type Asked = { account: Account; id: number }

export const workedFile = async (
  db: Queryable,
  { account, id, isLocked = false }: Asked & { isLocked?: boolean },
): Promise<files.WorkedFile> => orNotFound(await files.findWorkedFile(db, { userId: account.id, id, isLocked }))

/** Throws if the plan has too few rows to fill or follow the file. */
export async function assertRoom(
  tx: Queryable,
  account: Account,
  { id, rows }: { id: number; rows: number },
): Promise<void> {
  const limit = plans[account.tier].filledRows
  const left = limit - (await files.countRowsUsedElsewhere(tx, account.id, id))
  if (rows <= left) return
  const [all, free, own] = [limit, Math.max(left, 0), rows].map(count => count.toLocaleString('en-US'))
  const message = `Your plan fills and follows ${all} rows in all files, and has room for ${free} more. This file has ${own}. Split it, delete another file, or choose a larger plan.`
  throw new Refusal('TOO_MANY_FILLED_ROWS', { message })
}

/** What was found for a file, and what it can get. */
export async function readSummary(deps: Deps, { account, id }: Asked): Promise<FileSummary> {
  const { db, clock } = deps
  const stored = await ownFile(db, account.id, id)
  const { fill } = stored
  const [found, rowsUsed, quota] = await Promise.all([
    stored.state === 'done' ? foundIn(deps, { account, id }) : nothingYet,
    files.countRowsUsedElsewhere(db, account.id, id),
    readQuota(db, account, clock.now()),
  ])
  return {
    file: shownFile(stored, account.tier),
    ...found,
    pullsLeft: quota.remainingContactPulls,
    rowLimit: plans[account.tier].filledRows,
    rowsUsed,
    fill: fill === null ? null : { ...fill, filled: await files.countFilled(db.background, id) },
  }
}

type Found = Pick<FileSummary, 'states' | 'decided' | 'offers' | 'gone' | 'doNotContact' | 'toPull'>

const nothingYet: Found = { states: null, decided: 0, offers: [], gone: [], doNotContact: 0, toPull: [] }

/** Reads all rows, so that it takes long for a long file. Its page asks again and again while it is filled. */
async function foundIn(deps: Deps, { account, id }: Asked): Promise<Found> {
  const db = deps.db.background
  const [states, decided, sets, gone] = await Promise.all([
    files.countStates(db, id),
    files.countListed(db, id, 'decided'),
    files.countFactSets(db, id, account.id),
    files.countGone(db, id),
  ])
  return {
    states: Object.fromEntries(states.map(({ rowState, rows }) => [rowState, rows])),
    decided,
    offers: await offersOf(deps, { account, id }, sets),
    gone,
    doNotContact: states.reduce((sum, { doNotContact }) => sum + doNotContact, 0),
    toPull: sets.map(({ facts, toPull }) => ({ facts: factsOf(facts), businesses: toPull })),
  }
}

/** Counts the rows for each fact, with the first of them as an example. */
async function offersOf(
  deps: Deps,
  { account, id }: Asked,
  sets: readonly files.FactSet[],
): Promise<FileSummary['offers']> {
  const offered = fileFactNames.flatMap(fact => {
    const own = sets.filter(({ facts }) => factsOf(facts).includes(fact))
    if (own.length === 0) return []
    const rows = own.reduce((sum, set) => sum + set.rows, 0)
    return [{ fact, rows, first: Math.min(...own.map(({ first }) => first)) }]
  })
  const examples = await files.rowsNumbered(deps.db, id, [...new Set(offered.map(({ first }) => first))])
  const presented = await presentRows(deps, account, examples)
  return offered.map(({ fact, rows, first }) => ({ fact, rows, example: exampleOf(presented, fact, first) }))
}

function exampleOf(rows: readonly FileRow[], fact: FileFact, first: number): FileSummary['offers'][number]['example'] {
  const change = rows.find(({ row }) => row === first)?.changes.find(candidate => candidate.fact === fact)
  return change === undefined ? null : { ...change, row: first }
}

/** A page of the rows of a file, or of those in one state. */
export async function readRows(
  deps: Deps,
  { account, id, state, cursor = 0 }: Asked & { state?: ListedRows | undefined; cursor?: number | undefined },
): Promise<FileRows> {
  await workedFile(deps.db, { account, id })
  const rows = await files.rowsAfter(deps.db, { fileId: id, after: cursor, limit: rowsPerPage + 1, state })
  const page = rows.slice(0, rowsPerPage)
  return {
    items: await presentRows(deps, account, page),
    total: await files.countListed(deps.db, id, state),
    nextCursor: rows.length > rowsPerPage ? String(page.at(-1)?.row) : null,
  }
}

/** Rows as users see them: contacts of places that are not their leads are masked. */
async function presentRows(deps: Deps, { id: userId }: Account, rows: readonly files.StoredRow[]): Promise<FileRow[]> {
  const snapshot = await deps.catalog.refresh()
  const keys = rows.flatMap(({ placeKeys }) => placeKeys)
  const places = await placesOfKeys(deps.db, { userId, snapshot }, keys)
  const owned = await ownedAmong(deps.db, userId, keysOfRows(rows))
  const decisions = await decisionsOf(deps.db, userId, rows)
  return rows.map(row => {
    const key = row.placeKeys[0] ?? ''
    const { phone } = row.cells
    const { changes, doNotContact } = currentRow(row, places, deps.catalog.gazetteer)
    const isHidden = doNotContact || owned.get(key) === false
    return {
      row: row.row,
      state: row.rowState ?? 'none',
      cells: { ...row.cells, ...(phone !== undefined && { phone: withoutMark(phone) }) },
      candidates: row.placeKeys.flatMap(placeId =>
        candidateOf(row, placeId, { place: places.get(placeId), isOwned: owned.has(placeId) }),
      ),
      isDecided: decisions.has(row.identity),
      gone: row.gone,
      changes: isHidden ? [] : [...keptBy(row, owned).map(shown), ...changes.map(owned.has(key) ? shown : masked)],
    }
  })
}

/** A place beside a row. What the row does not say itself is masked as long as the place is not a lead of the user. */
function candidateOf(
  row: files.StoredRow,
  placeId: string,
  { place: worked, isOwned }: { place: WorkedPlace | undefined; isOwned: boolean },
): FileRow['candidates'] {
  if (worked === undefined) return []
  const { facts, place, doNotContact } = worked
  const show = (value: string | null, isSaid: boolean, mask: (text: string) => string) =>
    value === null || doNotContact ? undefined : isOwned || isSaid ? value : mask(value)
  const isSite = row.domain !== null && place.website !== null && registrableDomain(place.website) === row.domain
  // Otherwise, a file of all numbers of an exchange would tell for nothing whose they are.
  const isTold = isOwned || row.name !== null || isSite || row.placeKeys.length > 1
  const cells = {
    name: isTold ? facts.businessName : maskedName(facts.businessName),
    phone: show(facts.phoneNumber, row.phone === place.phone, maskedPhone),
    website: show(facts.website, isSite, maskedDomain),
    email: show(facts.email, row.cells.email?.toLowerCase() === facts.email, maskedEmail),
    street: show(facts.address, isStreetShown(row, facts.address), () => '•••'),
    city: facts.city ?? undefined,
    state: facts.state ?? undefined,
    zip: facts.zipCode ?? undefined,
  }
  const known = Object.entries(cells).filter(([, value]) => value !== undefined)
  return [{ placeId, cells: Object.fromEntries(known), category: isTold ? facts.category : null }]
}

/** To decide, both streets are compared. Of a place that is found, another street is what a correction gives. */
const isStreetShown = ({ rowState, street }: files.StoredRow, address: string | null): boolean =>
  street !== null && (rowState === 'decide' || isSameHouse(street, address))

const tooManyDecisions = `You have decided what ${knownBusinessLimit.toLocaleString('en-US')} rows are. Take some decisions back first.`

type Decided = { row: number; is: { placeId: string } | 'none' | 'undecided' }

/** Stores which place a row is. The decision also holds for the same row in other files of the user, and in later ones. */
export async function decideRow(deps: Deps, { account, id }: Asked, { row: number, is }: Decided): Promise<FileRow> {
  const { db, clock, catalog } = deps
  const snapshot = await catalog.refresh()
  await withLeads(db, account.id, async tx => {
    const { state } = await workedFile(tx, { account, id })
    if (state !== 'done' || (await catalogVersion(tx)) !== snapshot.version) throw new Refusal('FILE_BUSY')
    const [row] = await files.rowsNumbered(tx, id, [number])
    if (row === undefined || row.problem !== null) throw new Refusal('NOT_FOUND')
    const { identity } = row
    if (is === 'undecided') await deleteDecision(tx, account.id, identity)
    else {
      const placeKey = is === 'none' ? null : is.placeId
      const [recognized] = await recognize(tx, catalog.gazetteer, [row])
      if (placeKey !== null && recognized?.row.keys.includes(placeKey) !== true) throw new Refusal('NOT_FOUND')
      const decision = { userId: account.id, identity, placeKey, now: clock.now(), most: knownBusinessLimit }
      if (!(await saveDecision(tx, decision)))
        throw new Refusal('TOO_MANY_KNOWN_BUSINESSES', { message: tooManyDecisions })
    }
    const isOpen = is === 'undecided'
    await compareSaying(deps, tx, { userId: account.id, identity, snapshot, isOpen })
  })
  const [presented] = await presentRows(deps, account, await files.rowsNumbered(db, id, [number]))
  return orNotFound(presented)
}
