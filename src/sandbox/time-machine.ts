import type { Changes } from './changes.ts'
import { dueAt } from './due.rules.ts'
import type { Database, MovableClock } from './host.ts'
import { DAY, HOUR } from './months.rules.ts'
import { expireCheckout } from './objects/checkout.ts'
import { settleLate } from './objects/intents.ts'
import { collectInvoice, finalizeInvoice, RETRY_DAYS } from './objects/invoices.ts'
import { endSubscription, passTime } from './objects/subscription-life.ts'
import { isRenewing, planItem, subscriptionOf } from './objects/subscription-state.ts'
import { readNextDue } from './sandbox.repository.ts'
import type { Store } from './store.ts'
import type { Invoice, Kind, Objects } from './wire.ts'

type TimeMachineInput = { db: Database; changes: Changes; clock: MovableClock; sendAll: () => Promise<void> }

/** Carries out renewals, cancellations, retries, and expiries, each at its time and in order. */
export class TimeMachine {
  #input: TimeMachineInput

  constructor(input: TimeMachineInput) {
    this.#input = input
  }

  /** Carries out everything that is due by now. */
  catchUp(): Promise<void> {
    return this.#runUntil(this.#seconds())
  }

  /** Moves the clock. Events are sent after each step, so the product sees each at its own time. */
  async advanceTo(time: number): Promise<void> {
    const { changes, sendAll } = this.#input
    await this.#runUntil(time, sendAll)
    await changes.run(async () => {}, { at: time })
    await sendAll()
  }

  advanceBy(seconds: number): Promise<void> {
    return this.advanceTo(this.#seconds() + seconds)
  }

  /** Moves to just after the next renewal's charge, or by a day if nothing renews. */
  async advanceToNextRenewal(): Promise<void> {
    const ends = await this.#input.changes.run(async store => {
      const renewing = (await store.list('subscription')).filter(isRenewing)
      return renewing.map(subscription => planItem(subscription).current_period_end)
    })
    await this.advanceTo(ends.length === 0 ? this.#seconds() + DAY : Math.min(...ends) + HOUR)
  }

  async #runUntil(until: number, afterEach: () => Promise<void> = async () => {}): Promise<void> {
    for (;;) {
      const due = await readNextDue(this.#input.db, until)
      if (due === undefined) return
      await this.#input.changes.run(store => carryOut(store, due), { at: due.dueAt })
      await afterEach()
    }
  }

  #seconds = (): number => Math.floor(this.#input.clock.now().getTime() / 1000)
}

/** What happens when an object is due, by its kind. */
const steps: { [K in Kind]?: (store: Store, object: Objects[K]) => unknown } = {
  subscription: passTime,
  invoice: advanceInvoice,
  payment_intent: settleLate,
  'checkout.session': expireCheckout,
}

/** Checks again that the object is due, because another call or process may already have carried it out. */
async function carryOut<K extends Kind>(store: Store, { id, kind }: { id: string; kind: K }): Promise<void> {
  const object = await store.get(kind, id)
  const due = dueAt(kind, object, store.hidden<K>(object as Objects[K] & { object: K }))
  if (due !== null && due <= store.now) await steps[kind]?.(store, object)
}

async function advanceInvoice(store: Store, invoice: Invoice): Promise<void> {
  const lastTryAt = (invoice.status_transitions.finalized_at ?? Infinity) + (RETRY_DAYS.at(-1) ?? 0) * DAY
  if (invoice.status === 'draft') await finalizeInvoice(store, invoice)
  await collectInvoice(store, invoice)
  if (invoice.status === 'paid' || store.now < lastTryAt) return
  const subscription = await subscriptionOf(store, invoice)
  if (subscription !== undefined) await endSubscription(store, subscription, 'payment_failed')
}
