import type { FileRow, FileRows, FileSummary, Fill } from '#contract/leads/filled-files.ts'
import type { Lead } from '#contract/leads/leads.ts'
import type { Db } from '#server/platform/database/db.ts'
import type { SignedIn } from './app.ts'
import { runDueJobs } from './due-jobs.ts'
import { createKnownLab } from './known-lab.ts'

export const filledRows = [
  'Ann Plumbing,,,1 Pearl Street,Boulder,CO,80302',
  'Bob Plumbing,,,2 Pearl Street,Boulder,CO,80302',
  'Cat & Daughters Plumbing,(303) 440-0003,,3 Pearl Street,Boulder,CO,80302',
  'Eve Plumbing,,,,,,80302',
  'Zoe Plumbing,,,8 Walnut Street,Boulder,CO,80302',
  'Ann Plumbing,,,1 Pearl Street,Boulder,CO,80302',
  'Dan Plumbing,303-440-0099,danplumbing.org,5 Walnut Street,Boulder,CO,80302',
]
const facts = ['phone', 'website', 'address', 'otherPhone'] as const

export const at = (id: number, path = ''): string => `/api/known-files/${id}${path}`

export type FilledLab = Awaited<ReturnType<typeof createFilledLab>>

/** A product with six plumbers in Boulder, and a user who fills files. */
export async function createFilledLab(db: Db) {
  const lab = await createKnownLab(db)
  let user = {} as SignedIn
  const summaryOf = async (id: number) => (await lab.call('GET', at(id))).json<FileSummary>()
  const rowsOf = async (id: number, query = '') => (await lab.call('GET', at(id, `/rows${query}`))).json<FileRows>()
  const startFill = (id: number, wish: object = {}) =>
    lab.call('POST', at(id, '/fill'), { facts, maxPulls: 100, ...wish })
  return {
    ...lab,
    begin: async (): Promise<SignedIn> => {
      user = await lab.begin()
      return user
    },
    summaryOf,
    rowsOf,
    startFill,
    decide: async (id: number, row: number, is: unknown) =>
      (await lab.call('POST', at(id, '/decisions'), { row, is })).json<FileRow>(),
    fill: async (id: number, wish: object = {}) => {
      const { statusCode, body } = await startFill(id, wish)
      if (statusCode !== 202) throw new Error(`Filling was refused: ${body}`)
      await runDueJobs(lab.product.deps, ['jobs'])
      return (await summaryOf(id)).fill as Fill
    },
    fileOf: async (id: number) => (await lab.call('GET', at(id, '/file'))).body.split('\n'),
    pullsOf: async () =>
      (
        await db.query<{ pulls: number }>(
          `SELECT coalesce(-sum(amount), 0)::int AS pulls FROM ledger_entry WHERE user_id = $1 AND reason = 'leads'`,
          [user.user.id],
        )
      )[0]?.pulls,
    leadsOf: async () => (await lab.call('GET', '/api/leads')).json<Lead[]>(),
    statesOf: async (id: number) => (await rowsOf(id)).items.map(({ state }) => state),
  }
}
