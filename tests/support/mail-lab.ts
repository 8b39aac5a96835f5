import { sendPurchaseNotice, sendReceipt } from '#server/money/payments/notices.ts'
import type { SignedIn } from './app.ts'
import { describeOnPostgres } from './databases.ts'
import { runDueJobs, tokenMailedTo } from './due-jobs.ts'
import { describeLab, UserLab } from './user-lab.ts'

export const password = 'correct horse battery'
export const newPassword = 'another long password'
export const own = { currentPassword: password }

export type MailCall = { method?: 'POST' | 'PATCH' | 'DELETE'; url: string; payload?: object; as?: SignedIn }

/**
 * A product with a new user in each test, who causes mail. Each call comes from another IP address, so only the
 * limits on mail apply.
 */
class MailLab extends UserLab {
  #calls = 0

  /** The user's mails are counted from now on. */
  override async begin(): Promise<void> {
    await runDueJobs(this.product.deps)
    await this.product.deps.db.query('DELETE FROM rate_limit')
    await super.begin()
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
export const describeMail = (title: string, tests: (lab: MailLab) => void): void =>
  describeLab({ title, newLab: () => new MailLab(), describeOn: describeOnPostgres }, tests)

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
