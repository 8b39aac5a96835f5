import type { Db } from '#server/platform/database/db.ts'
import { type DatabaseKind, describeOnPostgres } from './databases.ts'
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

type SearchTests = (lab: PlumberLab, open: () => Promise<Db>, kind: DatabaseKind) => void
const newSearchLab = () => new PlumberLab(60)

/** Runs tests of searches among sixty plumbers, who fill three pages. */
export const describeSearches = (title: string, tests: SearchTests): void =>
  describeLab({ title, newLab: newSearchLab }, tests)

export const describeSearchesOnPostgres = (title: string, tests: SearchTests): void =>
  describeLab({ title, newLab: newSearchLab, describeOn: describeOnPostgres }, tests)
