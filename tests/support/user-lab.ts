import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Db } from '#server/platform/database/db.ts'
import { createTestApp, type SignedIn, signUp, type TestApp } from './app.ts'
import { type DatabaseKind, describeOnBothDatabases, describeOnPostgres } from './databases.ts'
import { uploadFile } from './upload-file.ts'

/** The product, and a new user in each test. */
export class UserLab {
  db!: Db
  product!: TestApp
  user!: SignedIn

  async open(db: Db): Promise<void> {
    this.db = db
    this.product = await createTestApp({ db })
  }

  async begin(): Promise<void> {
    this.user = await signUp(this.product.app)
  }

  async close(): Promise<void> {
    await this.product.app.close()
  }

  /** Who calls now. */
  caller = () => ({ app: this.product.app, user: this.user })

  upload = (url: string, payload: string | Buffer, query: Record<string, string> = {}, from?: string) =>
    uploadFile(this.caller(), { url, payload, query, from })
}

type Tests<Lab> = (lab: Lab, open: () => Promise<Db>, kind: DatabaseKind) => void
type Options<Lab> = { title: string; newLab: () => Lab; describeOn?: typeof describeOnBothDatabases }

/** Runs tests in a lab, on both databases unless the options say otherwise. */
export function describeLab<Lab extends UserLab>(
  { title, newLab, describeOn = describeOnBothDatabases }: Options<Lab>,
  tests: Tests<Lab>,
): void {
  describeOn(title, (open, kind) => {
    const lab = newLab()
    beforeAll(async () => lab.open(await open()))
    beforeEach(() => lab.begin())
    afterAll(() => lab.close())
    tests(lab, open, kind)
  })
}

const newLab = () => new UserLab()

export const describeWithUser = (title: string, tests: Tests<UserLab>): void => describeLab({ title, newLab }, tests)

export const describeWithUserOnPostgres = (title: string, tests: Tests<UserLab>): void =>
  describeLab({ title, newLab, describeOn: describeOnPostgres }, tests)
