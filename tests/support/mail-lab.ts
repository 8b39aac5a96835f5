import { sendPurchaseNotice, sendReceipt } from '#server/money/payments/notices.ts'
import type { Db } from '#server/platform/database/db.ts'
import { createTestApp, type SignedIn, signUp } from './app.ts'
import { runDueJobs, tokenMailedTo } from './due-jobs.ts'

export const password = 'correct horse battery'
export const newPassword = 'another long password'
export const own = { currentPassword: password }

export type MailCall = { method?: 'POST' | 'PATCH' | 'DELETE'; url: string; payload?: object; as?: SignedIn }
export type MailLab = Awaited<ReturnType<typeof createMailLab>>

/** A product with users who cause mail. Each call comes from another IP address, so only the limits on mail apply. */
export async function createMailLab(db: Db) {
  const product = await createTestApp({ db })
  let calls = 0
  const call = ({ method = 'POST', url, payload, as }: MailCall) =>
    product.app.inject({
      method,
      url,
      ...(payload === undefined ? {} : { payload }),
      headers: { cookie: as?.cookie ?? '' },
      remoteAddress: `10.77.${++calls >> 8}.${calls & 255}`,
    })
  return {
    product,
    call,
    /** A new user, whose mails are counted from now on. */
    newUser: async (): Promise<SignedIn> => {
      await runDueJobs(product.deps)
      await product.deps.db.query('DELETE FROM rate_limit')
      const user = await signUp(product.app)
      await runDueJobs(product.deps)
      product.mails.length = 0
      return user
    },
    sent: async () => {
      await runDueJobs(product.deps)
      return product.mails
    },
    confirm: async (who: SignedIn): Promise<void> => {
      await call({ url: '/api/verify-email/resend', as: who })
      const token = await tokenMailedTo(product.app, who.user.email, '/verify-email#')
      await call({ url: '/api/verify-email', payload: { token } })
      product.mails.length = 0
    },
    requestRemoval: (businessName: string, email: string) =>
      call({ url: '/api/removal-requests', payload: { businessName, email } }),
  }
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
