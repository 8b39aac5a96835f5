import type { ReportResult } from '#contract/leads/lead-reports.ts'
import type { OfferedTier } from '#contract/plans.ts'
import { Customer, type PaymentsApp } from './payments-app.ts'

export const cards = { good: '4242424242424242', declining: '4000000000000341', asking: '4000002760003184' }
export const address = { country: 'US', postal_code: '80302' }

/** A customer who uses both processes, and their last payment that waits for the bank. */
export class Life {
  readonly processes: [PaymentsApp, PaymentsApp]
  readonly at: [Customer, Customer]
  #secret: string | undefined

  private constructor(processes: [PaymentsApp, PaymentsApp], ann: Customer) {
    this.processes = processes
    this.at = [ann, ann.at(processes[1])]
  }

  static async begin(processes: [PaymentsApp, PaymentsApp]): Promise<Life> {
    const [product] = processes
    // Our own limits would prevent most of what Stripe can do.
    await product.deps.db.query('DELETE FROM rate_limit')
    const ann = await Customer.signUp(product)
    await ann.addCard(cards.good, true, address)
    return new Life(processes, ann)
  }

  get controls(): PaymentsApp['sandbox']['controls'] {
    return this.processes[0].sandbox.controls
  }

  get ann(): Customer {
    return this.at[0]
  }

  async choose(process: 0 | 1, tier: OfferedTier): Promise<string> {
    return this.#remember(await this.at[process].choose(tier))
  }

  /** Makes one request. If its answer says that nothing was charged, that must be true. */
  async truthfully(request: () => Promise<string>): Promise<void> {
    const before = await this.ann.paidCents()
    const message = await request()
    const paid = (await this.ann.paidCents()) - before
    if (paid !== 0 && /nothing (was charged|was changed|has changed)/i.test(message))
      throw new Error(`The answer was “${message}”, but ${paid} cents were charged`)
  }

  async cancel(process: 0 | 1): Promise<void> {
    await this.at[process].post('/api/cancel-subscription')
  }

  async pay(process: 0 | 1): Promise<string> {
    return this.#remember(await this.at[process].post('/api/subscription/pay'))
  }

  async askBank(isPassed: boolean): Promise<void> {
    // The bank may have confirmed it already, or the charge may have been abandoned.
    if (this.#secret !== undefined) await this.controls.finishChallenge(this.#secret, isPassed).catch(() => {})
    await this.ann.post('/api/subscription/refresh')
  }

  async buyLeads(process: 0 | 1): Promise<void> {
    const sessionId = await this.at[process].beginCheckout()
    // A checkout that was not created cannot be paid.
    if (sessionId === 'none') return
    await this.controls.payCheckout(sessionId)
    await Promise.all(this.at.map(one => one.post('/api/purchase-leads/confirm', { sessionId })))
  }

  async use(share: number): Promise<void> {
    const { remainingContactPulls: left } = await this.ann.user()
    await this.ann.use({ pulls: Math.floor(left * share) })
  }

  /** Pays for a lead, if there is a pull left, and reports it at both processes at once. */
  async reportLead(): Promise<void> {
    if ((await this.ann.user()).remainingContactPulls === 0) return
    await this.ann.use({ pulls: 1 })
    const { db, clock } = this.processes[0].deps
    const [lead] = await db.query<{ id: number }>(
      `WITH made AS (
         INSERT INTO search (user_id, category_words, location_label, is_statewide, criteria, plan, total, delivered, created_at)
         VALUES ($1, '', '', false, '{}', '{}', 1, 1, $2) RETURNING id)
       INSERT INTO lead (user_id, place_key, is_first_of_phone, facts, name, quality, search_id, pulled_at)
       SELECT $1, 'overture:' || id, true, '{}', '', 1, id, $2 FROM made RETURNING id`,
      [this.ann.signedIn.user.id, clock.now()],
    )
    const report = { leadIds: [lead?.id ?? 0], reason: 'closed' }
    const answers = await Promise.all(this.at.map(one => one.post('/api/leads/reports', report)))
    const results = answers.map(({ body }) => body as ReportResult)
    const accepted = results.reduce((sum, { credited, waiting }) => sum + credited + waiting, 0)
    if (accepted !== 1) throw new Error(`A lead was reported ${accepted} times`)
  }

  async declineCharges(code: string | null): Promise<void> {
    const card = await this.ann.cardId()
    if (card !== 'none') await this.controls.declineCharges(card, code)
  }

  /** The billing portal, if the customer has a continuing plan. */
  async usePortal(act: 'cancelInPortal' | 'renewInPortal'): Promise<void> {
    const customer = await this.ann.customerId()
    const plan = (await this.controls.list('subscription', customer)).find(({ status }) => status === 'active')
    if (plan !== undefined) await this.controls[act](plan.id)
  }

  async pass(hours: number): Promise<void> {
    await this.controls.advance({ hours })
    await this.signIn()
  }

  async passToRenewal(minutesAfter: number): Promise<void> {
    const { body } = await this.ann.get<{ renewsAt: string | null }>('/api/subscription')
    const moment = new Date(Date.parse(body.renewsAt ?? '') + minutesAfter * 60_000)
    if (moment > this.processes[0].deps.clock.now()) await this.controls.advanceTo(moment)
    await this.signIn()
  }

  /** The session may have expired. */
  async signIn(): Promise<void> {
    await this.processes[1].sandbox.controls.settle()
    await this.ann.signIn()
    this.at[1].signedIn = this.ann.signedIn
  }

  /** Remembers a payment that waits for the bank, if the answer names one. Returns the message of the answer. */
  #remember({ body }: { body: Record<string, unknown> }): string {
    if (typeof body.clientSecret === 'string') this.#secret = body.clientSecret
    return typeof body.message === 'string' ? body.message : ''
  }
}
