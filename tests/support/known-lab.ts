import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FileColumns, KnownFile } from '#contract/leads/known-businesses.ts'
import type { SearchPreview } from '#contract/searches/search-preview.ts'
import type { SearchResult } from '#contract/searches/searches.ts'
import { importPlaces } from '#server/catalog/load/import.usecases.ts'
import type { Db } from '#server/platform/database/db.ts'
import { createTestApp, type SignedIn, signUp } from './app.ts'
import { runDueJobs } from './due-jobs.ts'
import { emptyCatalog, inBoulder, testDeps, writeOverture } from './imports.ts'
import { uploadFile } from './upload-file.ts'

export const atTown = { city: 'Boulder', state: 'CO', zip: '80302' }
export const ann = {
  id: 'ann',
  name: 'Ann Plumbing',
  ...inBoulder,
  ...atTown,
  phones: ['303-440-0001'],
  street: '1 Pearl Street',
}
export const bob = {
  id: 'bob',
  name: 'Bob Plumbing',
  ...inBoulder,
  ...atTown,
  websites: ['https://www.bobplumbing.org/us'],
  street: '2 Pearl Street',
}
export const cat = {
  id: 'cat',
  name: 'Cat & Daughters Plumbing LLC',
  ...inBoulder,
  ...atTown,
  street: '3 Pearl St Suite 4',
  phones: ['303-440-0003'],
}
export const dan = {
  id: 'dan',
  name: 'Dan Plumbing',
  ...inBoulder,
  ...atTown,
  street: '5 Walnut Street',
  phones: ['303-440-0004'],
  websites: ['https://danplumbing.org'],
}
export const dan2 = {
  id: 'dan-2',
  name: 'Dan Drains',
  ...inBoulder,
  ...atTown,
  street: '6 Walnut Street',
  phones: ['303-440-0005'],
  websites: ['https://danplumbing.org'],
}
export const eve = {
  id: 'eve',
  name: 'Eve Plumbing',
  ...inBoulder,
  ...atTown,
  street: '7 Walnut Street',
  phones: ['303-440-0006'],
}
const plumbers = { businessCategory: 'plumbers', location: 'Boulder, CO', radius: 10 }
const header = 'Company name,Phone Number,Company Domain Name,Street address,City,State/Region,Postal code'
const plumbersOfBoulder = [ann, bob, cat, dan, dan2, eve]
export const knownHeader = header
export const everyone = plumbersOfBoulder.map(({ name }) => name).toSorted()
export const everyoneWithout = (...names: string[]): string[] => everyone.filter(name => !names.includes(name))

export type KnownLab = Awaited<ReturnType<typeof createKnownLab>>

/** A product with six plumbers in Boulder, and a user who imports files of known businesses. */
export async function createKnownLab(db: Db, settings: Record<string, string> = {}) {
  const product = await createTestApp({ db, settings })
  const folder = await mkdtemp(path.join(tmpdir(), 'known-test-'))
  await emptyCatalog(db)
  let user = {} as SignedIn
  let release = 0
  let loaded: object[] = []
  const load = async (places: object[]): Promise<void> => {
    loaded = places
    await importPlaces(testDeps(db), {
      files: [await writeOverture(folder, 'p.parquet', places as never)],
      release: `2026-04-${String(++release).padStart(2, '0')}.0`,
    })
  }
  const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object, who = user) =>
    product.app.inject({ method, url, headers: { cookie: who.cookie }, ...(payload && { payload }) })
  const upload = (url: string, query: Record<string, string>, payload: string | Buffer) =>
    uploadFile({ app: product.app, user }, { url, query, payload })
  const columnsOf = async (payload: string | Buffer) =>
    (await upload('/api/known-files/columns', { name: 'crm.csv' }, payload)).json<FileColumns>().columns
  /** Imports a file and waits until its rows are compared. */
  const send = async (payload: string | Buffer): Promise<KnownFile> => {
    const fields = (await columnsOf(payload)).map(({ field }) => field ?? '').join(',')
    const file = (await upload('/api/known-files', { name: 'crm.csv', fields }, payload)).json<KnownFile>()
    await runDueJobs(product.deps)
    return file
  }
  const search = async (options = {}, who = user) =>
    (await call('POST', '/api/search', { ...plumbers, ...options }, who)).json<SearchResult>()
  return {
    product,
    /** A new user, and a catalog with the six plumbers. */
    begin: async (): Promise<SignedIn> => {
      if (loaded !== plumbersOfBoulder) await load(plumbersOfBoulder)
      user = await signUp(product.app)
      return user
    },
    load,
    call,
    columnsOf,
    send,
    know: async (...rows: string[]): Promise<number> => (await send([header, ...rows].join('\n'))).id,
    /** How each row of a file was found. */
    matches: async (id: number): Promise<string[]> => {
      const rows = await db.query<{ match: string }>(
        'SELECT match FROM known_business WHERE file_id = $1 ORDER BY row',
        [id],
      )
      return rows.map(({ match }) => match)
    },
    search,
    /** The names that a search finds if it leaves out what the user knows. */
    found: async (who = user) =>
      (await search({ skipOwned: true }, who)).leads.map(({ businessName }) => businessName).toSorted(),
    preview: async (options = {}) =>
      (await call('POST', '/api/search/preview', { ...plumbers, ...options })).json<SearchPreview>(),
    close: async (): Promise<void> => {
      await product.app.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
