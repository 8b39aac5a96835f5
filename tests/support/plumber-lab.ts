import type { Db } from '#server/platform/database/db.ts'
import { seedPlumbers } from './seed-boulder.ts'
import { describeLab, UserLab } from './user-lab.ts'

/** A search that finds every plumber. */
export const plumbers = { businessCategory: 'Plumbers', location: 'Boulder, CO', radius: 5, confirmed: true }

/** The product with plumbers in Boulder, and a new user in each test. */
export class PlumberLab extends UserLab {
  readonly #count: number

  constructor(count: number) {
    super()
    this.#count = count
  }

  override async open(db: Db): Promise<void> {
    await super.open(db)
    await seedPlumbers(db, this.#count)
  }
}

/** Runs tests of searches among sixty plumbers, who fill three pages. */
export const describeSearches = (title: string, tests: (lab: PlumberLab, open: () => Promise<Db>) => void): void =>
  describeLab({ title, newLab: () => new PlumberLab(60) }, tests)
