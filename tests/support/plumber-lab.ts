import { beforeAll, beforeEach } from 'vitest'
import type { Db } from '#server/platform/database/db.ts'
import { createTestApp, type SignedIn, signUp, type TestApp } from './app.ts'
import { describeOnBothDatabases } from './databases.ts'
import { seedPlumbers } from './seed-boulder.ts'

/** A search that finds every plumber. */
export const plumbers = { businessCategory: 'Plumbers', location: 'Boulder, CO', radius: 5, confirmed: true }

/** The product with plumbers in Boulder, and a new user in each test. */
export class PlumberLab {
  db!: Db
  product!: TestApp
  user!: SignedIn

  async open(db: Db, count: number): Promise<void> {
    this.db = db
    await seedPlumbers(db, count)
    this.product = await createTestApp({ db })
  }

  async begin(): Promise<void> {
    this.user = await signUp(this.product.app)
  }

  /** Who calls, for `searchCalls`. */
  caller = () => ({ app: this.product.app, user: this.user })
}

type Tests<Lab> = (lab: Lab, open: () => Promise<Db>) => void

/** Runs tests among this many plumbers on both databases. */
export function describeAmongPlumbers<Lab extends PlumberLab>(
  { title, count, Lab }: { title: string; count: number; Lab: new () => Lab },
  tests: Tests<Lab>,
): void {
  describeOnBothDatabases(title, open => {
    const lab = new Lab()
    beforeAll(async () => lab.open(await open(), count))
    beforeEach(() => lab.begin())
    tests(lab, open)
  })
}

/** Runs tests of searches among sixty plumbers, which fill three pages. */
export const describeSearches = (title: string, tests: Tests<PlumberLab>): void =>
  describeAmongPlumbers({ title, count: 60, Lab: PlumberLab }, tests)
