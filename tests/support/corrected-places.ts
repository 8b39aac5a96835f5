import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { PlaceFault, PlaceOverrides } from '#contract/admin/place-overrides.ts'
import { grantAdmin } from '#server/accounts/identity/account.usecases.ts'
import { importPlaces } from '#server/catalog/load/import.usecases.ts'
import type { Db } from '#server/platform/database/db.ts'
import { createTestApp, type SignedIn, signUp, type TestApp } from './app.ts'
import { type DatabaseKind, describeOnBothDatabases } from './databases.ts'
import { runDueJobs } from './due-jobs.ts'
import { emptyCatalog, inBoulder, offeredNames, testDeps, writeOverture } from './imports.ts'
import type { TestPlace } from './overture-file.ts'

export const ann: TestPlace = {
  id: 'ann',
  name: 'Ann Plumbing',
  ...inBoulder,
  phones: ['303-440-0001'],
  websites: ['https://annplumbing.org'],
  street: '1 Elm St',
  confidence: 0.97,
}
export const bob: TestPlace = {
  ...ann,
  id: 'bob',
  name: 'Bob Plumbing',
  phones: ['303-440-0002'],
  websites: null,
  street: '9 Oak St',
}
/** The ways to import, as the number of changed rows from which the catalog is rebuilt. */
export const rebuild = 0
export const rowByRow = Number.MAX_SAFE_INTEGER

const OVERRIDES_URL = '/api/admin/place-overrides'

/** The product with an administrator, and a folder for imported files. */
export class CorrectionLab {
  product!: TestApp
  admin!: SignedIn
  folder!: string

  load = async (release: string, places: TestPlace[], rebuildFromRows = rowByRow) =>
    importPlaces(testDeps(this.product.deps.db, { clock: this.product.clock, rebuildFromRows }), {
      files: [await writeOverture(this.folder, 'p.parquet', places)],
      release,
    })
  send = (method: 'GET' | 'POST', url = OVERRIDES_URL, payload?: object, as = this.admin) =>
    this.product.app.inject({ method, url, headers: { cookie: as.cookie }, ...(payload && { payload }) })
  /** Withholds a place as the administrator. */
  withhold = async (fault: PlaceFault = 'closed', placeKey = 'overture:ann') => {
    const reply = await this.send('POST', OVERRIDES_URL, { placeKey, fault })
    await this.runJobs()
    return reply
  }
  /** Decides about a correction as the administrator. */
  decide = async (decision: string, id?: number) => {
    const url = `${OVERRIDES_URL}/${id ?? (await this.listed()).active[0]?.id}`
    const reply = await this.send('POST', url, { decision })
    await this.runJobs()
    return reply
  }
  listed = async (): Promise<PlaceOverrides> => (await this.send('GET')).json<PlaceOverrides>()

  /** The corrections that have ended, the newest first. */
  ended = (): Promise<{ fault: string; endReason: string }[]> => endedOverrides(this.product.deps.db)
  offered = () => offeredNames(this.product.deps.db)
  runJobs = () => runDueJobs(this.product.deps, ['catalog'])
}

/** Describes corrections of two places, which are loaded again before each test. */
export function describeCorrections(title: string, body: (lab: CorrectionLab, kind: DatabaseKind) => void): void {
  describeOnBothDatabases(title, (open, kind) => {
    const lab = new CorrectionLab()
    beforeAll(async () => {
      lab.product = await createTestApp({ db: await open() })
      lab.folder = await mkdtemp(path.join(tmpdir(), 'corrections-test-'))
      lab.admin = await signUp(lab.product.app)
      await grantAdmin(lab.product.deps, lab.admin.user.username)
    })
    afterAll(async () => {
      await lab.product.app.close()
      await rm(lab.folder, { recursive: true, force: true })
    })
    beforeEach(async () => {
      await emptyCatalog(lab.product.deps.db)
      await lab.product.deps.db.query('TRUNCATE place_override, suppression, rate_limit')
      await lab.load('2026-04-15.0', [ann, bob])
    })
    body(lab, kind)
  })
}

export const endedOverrides = (db: Db): Promise<{ fault: string; endReason: string }[]> =>
  db.query(
    `SELECT fault, end_reason AS "endReason" FROM place_override WHERE ended_at IS NOT NULL
     ORDER BY ended_at DESC, id DESC`,
  )
