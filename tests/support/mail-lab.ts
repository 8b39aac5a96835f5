import { beforeAll, beforeEach } from 'vitest'
import { sendPurchaseNotice, sendReceipt } from '#server/money/payments/notices.ts'
import type { Db } from '#server/platform/database/db.ts'
import { createTestApp, type SignedIn, signUp, type TestApp } from './app.ts'
import { describeOnPostgres } from './databases.ts'
import { runDueJobs, tokenMailedTo } from './due-jobs.ts'

export const password = 'correct horse battery'
export const newPassword = 'another long password'
export const own = { currentPassword: password }

export type MailCall = { method?: 'POST' | 'PATCH' | 'DELETE'; url: string; payload?: object; as?: SignedIn }

/**
 * A product with ann, a new user in each test, who causes mail. Each call comes from another IP address, so only the
 * limits on mail apply.
 */
class MailLab {
  product!: TestApp
  ann!: SignedIn
  #calls = 0

  async open(db: Db): Promise<void> {
    this.product = await createTestApp({ db })
  }

  /** Ann's mails are counted from now on. */
  async begin(): Promise<void> {
    await runDueJobs(this.product.deps)
    await this.product.deps.db.query('DELETE FROM rate_limit')
    this.ann = await signUp(this.product.app)
    await this.sent()
    this.product.mails.length = 0
  }

  call = ({ method = 'POST', url, payload, as }: MailCall) =>
    this.product.app.inject({
      method,
      url,
      ...(payload === undefined ? {} : { payload }),
      headers: { cookie: as?.cookie ?? '' },
      remoteAddress: `10.77.${++this.#calls >> 8}.${this.#calls & 255}`,
    })

  sent = async () => {
    await runDueJobs(this.product.deps)
    return this.product.mails
  }

  confirm = async (who: SignedIn): Promise<void> => {
    await this.call({ url: '/api/verify-email/resend', as: who })
    const token = await tokenMailedTo(this.product.app, who.user.email, '/verify-email#')
    await this.call({ url: '/api/verify-email', payload: { token } })
    this.product.mails.length = 0
  }

  requestRemoval = (businessName: string, email: string) =>
    this.call({ url: '/api/removal-requests', payload: { businessName, email } })
}

/** Runs tests about mail on PostgreSQL. */
export function describeMail(title: string, tests: (lab: MailLab) => void): void {
  describeOnPostgres(title, open => {
    const lab = new MailLab()
    beforeAll(async () => lab.open(await open()))
    beforeEach(() => lab.begin())
    tests(lab)
  })
}

export const invoice = {
  description: 'Pro plan',
  chargedCents: 4900,
  taxCents: 0,
  number: 'A-1',
  hostedUrl: null,
} as Parameters<typeof sendReceipt>[3]
export const purchase = (userId: number) =>
  ({ purchase: { userId, leads: 100 }, checkout: { paidCents: 500, taxCents: 0, receiptUrl: null } }) as Parameters<
    typeof sendPurchaseNotice
  >[2]
