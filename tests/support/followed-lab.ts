import type { ChangesDecided, FileChange, FileChanges } from '#contract/leads/followed-files.ts'
import { matchAgain } from '#server/features/known-businesses/match-known.usecases.ts'
import type { Db } from '#server/platform/database/db.ts'
import { runDueJobs } from './due-jobs.ts'
import { ann, bob, cat, createKnownLab, dan, dan2, eve } from './known-lab.ts'

export const followedRows = [
  'Ann Plumbing,(303) 440-0001,,1 Pearl Street,Boulder,CO,80302',
  'Bob Plumbing,,bobplumbing.org,2 Pearl Street,Boulder,CO,80302',
  'Cat & Daughters Plumbing,(303) 440-0003,,3 Pearl Street,Boulder,CO,80302',
  'Dan Plumbing,303-440-0004,,,,,80302',
  'Dan Drains,(303) 440-0005,,6 Walnut Street,Boulder,CO,80302',
  // Its phone was another one when following began.
  'Eve Plumbing,303-440-0099,,7 Walnut Street,Boulder,CO,80302',
]
export const moved = { ...cat, street: '9 Spruce Street' }
export const rung = { ...dan, phones: ['303-440-0044'] }
export const renamed = { ...dan2, name: 'Flood Heroes' }
export const everybody = [ann, bob, cat, dan, dan2, eve]
/** Ann closed, Bob vanished, Cat moved, Dan has another phone, and Dan Drains another name. */
export const second = [{ ...ann, status: 'permanently_closed' }, moved, rung, renamed, eve]

const wordsOf = ({ row, kind, was, is }: FileChange) => `${row} ${kind}: ${was} > ${is}`

const at = (id: number, path = '') => `/api/known-files/${id}${path}`

export type FollowedLab = Awaited<ReturnType<typeof createFollowedLab>>

/** A product with six plumbers in Boulder, and a user who follows files. */
export async function createFollowedLab(db: Db, settings: Record<string, string> = {}) {
  const lab = await createKnownLab(db, settings)
  const { deps } = lab.product
  const follow = async (id: number, isFollowed = true) => {
    const changed = await lab.call('PATCH', at(id), { isFollowed })
    await runDueJobs(deps, ['jobs'])
    return changed
  }
  const changesOf = async (id: number, query = '') =>
    (await lab.call('GET', at(id, `/changes${query}`))).json<FileChanges>()
  return {
    ...lab,
    follow,
    changesOf,
    /** A release, with which all files are compared. */
    release: async (places: object[]): Promise<void> => {
      await lab.load(places)
      await matchAgain(deps)
    },
    followed: async (...rows: string[]): Promise<number> => {
      const id = await lab.know(...rows)
      await follow(id)
      return id
    },
    /** Changes in words. */
    shown: async (id: number, query = '') => (await changesOf(id, query)).items.map(wordsOf),
    decide: async (id: number, wish: object): Promise<ChangesDecided> => {
      const decided = await lab.call('POST', at(id, '/changes'), { maxPulls: 10, ...wish })
      if (decided.statusCode !== 200) throw new Error(`The decision was refused: ${decided.body}`)
      return decided.json<ChangesDecided>()
    },
    fileOf: async (id: number) => (await lab.call('GET', at(id, '/file'))).body.split('\n'),
    pullsOf: async (userId: number) =>
      (
        await db.query<{ pulls: number }>(
          `SELECT coalesce(-sum(amount), 0)::int AS pulls FROM ledger_entry WHERE user_id = $1 AND reason = 'leads'`,
          [userId],
        )
      )[0]?.pulls,
    compareAgain: async (id: number): Promise<void> => {
      await db.query('UPDATE known_file SET version = NULL WHERE id = $1', [id])
      await matchAgain(deps)
    },
  }
}
