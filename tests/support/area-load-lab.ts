import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { AreaLoad } from '#contract/area-load.ts'
import type { SearchResult } from '#contract/searches/searches.ts'
import { addSampleCategories } from '#server/catalog/demo/demo-catalog.usecases.ts'
import type { Db } from '#server/platform/database/db.ts'
import { createTestApp, type SignedIn, signUp, type TestApp } from './app.ts'
import { runDueJobs } from './due-jobs.ts'
import { emptyCatalog, inBoulder } from './imports.ts'
import { overtureFile } from './overture-file.ts'
import { RangeServer } from './range-server.ts'
import { searchCalls } from './search-calls.ts'

export const restaurants = { businessCategory: 'Restaurants', location: 'Boulder, CO', radius: 5, confirmed: true }
/** The places that a load finds. */
export const realPlaces = Array.from({ length: 3 }, (_, index) => ({
  id: `cafe${index}`,
  name: `Real Kitchen ${index}`,
  ...inBoulder,
  phones: [`303-440-000${index}`],
  category: 'restaurant',
  updated: '2026-03-01T00:00:00Z',
}))

export const loadOf = ({ load }: SearchResult): AreaLoad => {
  if (load === null) throw new Error('The search has started no load')
  return load
}

/** A service with an empty catalog, whose searches load real places from a server, and a new user for each test. */
export class AreaLoadLab {
  db!: Db
  product!: TestApp
  withoutSamples!: TestApp
  user!: SignedIn
  readonly server = new RangeServer(overtureFile(realPlaces))
  readonly calls = searchCalls(() => ({ app: this.product.app, user: this.user }))
  #folder = ''

  constructor(open: () => Promise<Db>) {
    beforeAll(() => this.#start(open))
    beforeEach(() => this.#empty())
    afterAll(async () => {
      this.server.close()
      await Promise.all([this.product.app.close(), this.withoutSamples.app.close()])
      await rm(this.#folder, { recursive: true, force: true })
    })
  }

  async #start(open: () => Promise<Db>): Promise<void> {
    this.#folder = await mkdtemp(path.join(tmpdir(), 'area-load-test-'))
    await this.server.listen()
    this.db = await open()
    const settings = {
      DATA_DIR: this.#folder,
      PLACES_URL: `${this.server.address}/release/2026-04-15.0/`,
      PLACES_AUTO_LOAD: 'on',
    }
    this.product = await createTestApp({ db: this.db, settings: { ...settings, DEMO_CATALOG: 'on' } })
    this.withoutSamples = await createTestApp({ db: this.db, settings })
  }

  async #empty(): Promise<void> {
    this.server.fault = null
    await emptyCatalog(this.db)
    await addSampleCategories(this.product.deps)
    await this.db.query('TRUNCATE place_load')
    await this.db.query('DELETE FROM pgboss.job')
    this.user = await this.newUser()
  }

  /** A user with a confirmed email, whose loads count for nobody else. */
  newUser = async (): Promise<SignedIn> => {
    const user = await signUp(this.product.app)
    await this.db.query('UPDATE user_account SET email_verified_at = created_at WHERE id = $1', [user.user.id])
    return user
  }

  search = async (own: object = {}) => (await this.calls.post({ ...restaurants, ...own })).json<SearchResult>()

  load = async (id: string) =>
    (
      await this.product.app.inject({ url: `/api/area-loads/${id}`, headers: { cookie: this.user.cookie } })
    ).json<AreaLoad>()

  runJobs = () => runDueJobs(this.product.deps)
}
