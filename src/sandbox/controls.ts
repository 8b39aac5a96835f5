import type { Changes } from './changes.ts'
import type { Deliveries } from './deliveries.ts'
import { addDelivery } from './delivery.repository.ts'
import type { Database } from './host.ts'
import { DAY, HOUR } from './months.rules.ts'
import type { Address } from './objects/customers.ts'
import { confirmIntent, finishChallenge, intentOfSecret, payCheckout } from './objects/intents.ts'
import { addCard, detachCard, renewCard } from './objects/payment-methods.ts'
import { openDispute, refund } from './objects/payments.ts'
import { deleteCustomer } from './objects/subscription-life.ts'
import { planItem, setCancelAt } from './objects/subscription-state.ts'
import { saveSetting } from './sandbox.repository.ts'
import type { Settings, SwitchName } from './settings.ts'
import type { Store } from './store.ts'
import { testCard } from './test-cards.ts'
import type { TimeMachine } from './time-machine.ts'
import type { Kind, Objects } from './wire.ts'

export type ControlsInput = { db: Database; changes: Changes; time: TimeMachine; deliveries: Deliveries }
export type Controls = ReturnType<typeof createControls>

/** The actions of the panel's buttons. Tests call them without a browser. */
export function createControls({ db, changes, time, deliveries }: ControlsInput) {
  const { run } = changes
  return {
    /** Moves the clock. Everything that is due until then happens at its own time, and its events are sent. */
    advance: ({ days = 0, hours = 0, seconds = 0 }: { days?: number; hours?: number; seconds?: number }) =>
      time.advanceBy(days * DAY + hours * HOUR + seconds),
    advanceTo: (moment: Date) => time.advanceTo(Math.ceil(moment.getTime() / 1000)),
    advanceToNextRenewal: time.advanceToNextRenewal,

    setSwitch: <Name extends SwitchName>(name: Name, value: Settings[Name]) => saveSetting(db, name, value),
    /** Sends the events that are delayed or waiting for their next try. */
    releaseWebhooks: deliveries.sendWaiting,
    /** Sends an event again, or one that was held back. */
    resendEvent: async (event: string) => {
      await addDelivery(db, event, 0)
      await deliveries.sendAll()
    },
    /** Resolves when all events that are due have been sent. */
    settle: deliveries.sendAll,
    /** Switches a fault on for a number of calls. If `calls` is null, for all calls until it is switched off. */
    setFault: async (fault: Settings['fault'], { calls = null }: { calls?: number | null } = {}) => {
      await saveSetting(db, 'faultCalls', calls)
      await saveSetting(db, 'fault', fault)
    },

    /** Lists objects, oldest first. */
    list: <K extends Kind>(kind: K, customer?: string): Promise<Objects[K][]> =>
      run(store => store.list(kind, customer)),

    /** Sets up a card by its number, like the card form. The result may require 3-D Secure. */
    confirmSetup: (clientSecret: string, number: string, address?: Address) =>
      run(async store => {
        const card = addCard(store, testCard(number), { address })
        return confirmIntent(store, await intentOfSecret(store, clientSecret), card.id)
      }),
    /** Ends a 3-D Secure challenge, like the buttons of its page. */
    finishChallenge: (clientSecret: string, isPassed: boolean) =>
      run(async store => finishChallenge(store, await intentOfSecret(store, clientSecret), isPassed)),
    /** Pays a checkout, like the checkout page. */
    payCheckout: (session: string, number = '4242424242424242') =>
      run(store => payCheckout(store, session, addCard(store, testCard(number)).id)),

    /** Declines this card's charges from now on. If the code is null, its number decides again. */
    declineCharges: (card: string, declineCode: string | null) =>
      run(async store => {
        const hidden = store.hidden(await store.get('payment_method', card))
        if (declineCode === null) delete hidden.declines
        else hidden.declines = declineCode
      }),
    cancelInPortal: (subscription: string) => run(store => endInPortal(store, subscription, true)),
    renewInPortal: (subscription: string) => run(store => endInPortal(store, subscription, false)),
    detachCard: (card: string) => run(store => detachCard(store, card)),
    /** Simulates a bank that replaces a card. */
    renewCard: (card: string) => run(store => renewCard(store, card)),
    refund: (charge: string, amount?: number) => run(store => refund(store, charge, amount)),
    dispute: (charge: string) => run(async store => openDispute(store, await store.get('charge', charge))),
    deleteCustomer: (customer: string) => run(store => deleteCustomer(store, customer)),
  }
}

/** Cancels or renews a plan like a customer in the billing portal. */
async function endInPortal(store: Store, id: string, ends: boolean): Promise<void> {
  const subscription = await store.get('subscription', id)
  setCancelAt(store, subscription, ends ? planItem(subscription).current_period_end : null)
  store.emit('customer.subscription.updated', subscription)
}
