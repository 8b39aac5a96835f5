import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Lead } from '#contract/leads/leads.ts'
import type { SearchResult } from '#contract/searches/searches.ts'
import { importFiles, importPlaces } from '#server/catalog/load/import.usecases.ts'
import type { Db } from '#server/platform/database/db.ts'
import { createTestApp, signUp } from './app.ts'
import { inBoulder, testDeps, writeCsv, writeOverture } from './imports.ts'
import type { TestPlace } from './overture-file.ts'

/** What its searches ask for. */
export const plumbersInBoulder = { businessCategory: 'plumbers', location: 'Boulder, CO', radius: 10 }

/** A plumber in Boulder with a phone and an address of its own. `number`: two digits. */
export const plumber = (name: string, number: number, facts: Partial<TestPlace> = {}): TestPlace => ({
  id: name,
  name,
  ...inBoulder,
  phones: [`303-440-00${number}`],
  street: `${number} Pearl St`,
  ...facts,
})

/** The product on a catalog that has only these places, used by an account on the Pro plan. */
export async function openTown(db: Db, places: TestPlace[]) {
  const product = await createTestApp({ db })
  const folder = await mkdtemp(path.join(tmpdir(), 'town-test-'))
  const { cookie, user } = await signUp(product.app)
  await db.query(`UPDATE user_account SET subscription_tier = 'pro' WHERE id = $1`, [user.id])
  const call = (method: 'GET' | 'POST', url: string, payload?: object) =>
    product.app.inject({ method, url, headers: { cookie }, ...(payload && { payload }) })
  const load = async (release: string, released: TestPlace[]) =>
    importPlaces(testDeps(db), { files: [await writeOverture(folder, 'p.parquet', released)], release })
  await load('2026-04-15.0', places)
  return {
    db,
    call,
    load,
    /** Imports a list with these lines. */
    loadList: async (lines: string[]) =>
      importFiles(testDeps(db), { files: [await writeCsv(folder, 'list.csv', lines)], listName: 'own' }),
    search: async (filters: object = {}): Promise<SearchResult> =>
      (await call('POST', '/api/search', { ...plumbersInBoulder, ...filters })).json(),
    leads: async (): Promise<Lead[]> => (await call('GET', '/api/leads')).json(),
    async close() {
      await product.app.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
export type Town = Awaited<ReturnType<typeof openTown>>
