import type { Changes } from './changes.ts'
import type { Deliveries } from './deliveries.ts'
import type { Database } from './database.ts'
import { addDelivery } from './delivery.repository.ts'
import { DAY, HOUR } from './months.rules.ts'
import type { Address } from './objects/customers.ts'
import { deleteCustomer } from './objects/delete-customer.ts'
import { openDispute } from './objects/disputes.ts'
import { createCard, detachCard, renewCard } from './objects/payment-methods.ts'
import { createRefund } from './objects/refunds.ts'
import { confirmPayment, finishChallenge, payCheckout } from './objects/settle.ts'
import { confirmSetupIntent } from './objects/setup-intents.ts'
import { updateSubscription } from './objects/subscription-change.ts'
import { saveSetting } from './sandbox.repository.ts'
import type { Fault, Settlement, TaxLocation, WebhookMode } from './settings.ts'
import type { TimeMachine } from './time-machine.ts'
import type { Books } from './books.ts'
import type { Kind, Objects } from './wire.ts'

export type ControlsInput = { db: Database; changes: Changes; time: TimeMachine; deliveries: Deliveries }
export type Controls = ReturnType<typeof createControls>

/** All that the panel's buttons do, and tests do without a browser. */
export function createControls({ db, changes, time, deliveries }: ControlsInput) {
  const run = changes.run.bind(changes)
  return {
    /** Moves the clock; what falls due on the way happens, each at its time, and its events are sent. */
    advance: ({ days = 0, hours = 0, seconds = 0 }: { days?: number; hours?: number; seconds?: number }) =>
      time.advanceBy(days * DAY + hours * HOUR + seconds),
    advanceTo: (moment: Date) => time.advanceTo(Math.ceil(moment.getTime() / 1000)),
    /** To just after the next renewal was charged. */
    advanceToNextRenewal: () => time.advanceToNextRenewal(),

    setWebhooks: (mode: WebhookMode) => saveSetting(db, 'webhooks', mode),
    /** Sends what is late or waits for its next try. */
    releaseWebhooks: () => deliveries.hurry(),
    /** Sends a kept event once more, or for the first time. */
    resendEvent: async (event: string) => {
      await addDelivery(db, event, 0)
      await deliveries.sendAll()
    },
    /** Resolves when all events that are due have been sent. */
    settle: () => deliveries.sendAll(),
    /** `calls`: how many of the calls that come next it befalls; null: all, until it is switched off. */
    setFault: async (fault: Fault, { calls = null }: { calls?: number | null } = {}) => {
      await saveSetting(db, 'faultCalls', calls)
      await saveSetting(db, 'fault', fault)
    },
    setSettlement: (settlement: Settlement) => saveSetting(db, 'settlement', settlement),
    setTaxLocation: (taxLocation: TaxLocation) => saveSetting(db, 'taxLocation', taxLocation),

    /** Oldest first. */
    list: <K extends Kind>(kind: K, customer?: string): Promise<Objects[K][]> =>
      run(books => books.list(kind, customer)),

    /** What the card form does: sets up a card by its number. The answer may ask for 3-D Secure. */
    confirmSetup: (clientSecret: string, number: string, address?: Address) =>
      run(books => confirmSetupIntent(books, idOf(clientSecret), cardFor(books, number, address))),
    confirmPayment: (clientSecret: string, number: string) =>
      run(async books =>
        confirmPayment(books, await books.get('payment_intent', idOf(clientSecret)), cardFor(books, number)),
      ),
    /** What the buttons of the 3-D Secure page do. */
    finishChallenge: (clientSecret: string, isPassed: boolean) =>
      run(books => finishChallenge(books, idOf(clientSecret), isPassed)),
    /** What the checkout page does. */
    payCheckout: (session: string, number = '4242424242424242') =>
      run(books => payCheckout(books, session, cardFor(books, number))),

    /** From now on this card's charges are declined; null: as its number says. */
    declineCharges: (card: string, declineCode: string | null) =>
      run(async books => {
        const hidden = books.hidden(await books.get('payment_method', card))
        if (declineCode === null) delete hidden.declines
        else hidden.declines = declineCode
      }),
    /** What the billing portal does where a customer cancels there, or takes it back. */
    cancelInPortal: (subscription: string) =>
      run(books => updateSubscription(books, subscription, { cancel_at: 'max_period_end' })),
    renewInPortal: (subscription: string) => run(books => updateSubscription(books, subscription, { cancel_at: '' })),
    detachCard: (card: string) => run(books => detachCard(books, card)),
    /** The bank sends its customer a new card: the saved one gets a later expiry. */
    renewCard: (card: string) => run(books => renewCard(books, card)),
    refund: (charge: string, amount?: number) => run(books => createRefund(books, { charge, amount })),
    dispute: (charge: string) => run(async books => openDispute(books, await books.get('charge', charge))),
    deleteCustomer: (customer: string) => run(books => deleteCustomer(books, customer)),
  }
}

const idOf = (clientSecret: string): string => clientSecret.split('_secret_')[0] ?? ''

function cardFor(books: Books, number: string, address?: Address): string {
  const year = new Date(books.now * 1000).getUTCFullYear() + 3
  const cvc = number.length === 15 ? '1234' : '123'
  return createCard(books, { number, exp_month: 12, exp_year: year, cvc, address }).id
}
