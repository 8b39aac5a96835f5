import type { Database } from './database.ts'
import type { Books } from './books.ts'
import type { Changes } from './changes.ts'
import { collectInvoice, finalizeInvoice, RETRY_DAYS } from './objects/invoices.ts'
import { settleLate } from './objects/settle-late.ts'
import { endSubscription, passTime } from './objects/subscription-life.ts'
import { subscriptionOf } from './objects/subscription-state.ts'
import { expireCheckout } from './objects/checkout.ts'
import { dueAt } from './due.rules.ts'
import { DAY, HOUR } from './months.rules.ts'
import type { MovableClock } from './clock.ts'
import { readNextDue } from './sandbox.repository.ts'
import type { Kind, Objects } from './wire.ts'

type TimeMachineInput = { db: Database; changes: Changes; clock: MovableClock; sendAll: () => Promise<void> }

/** Brings about what time brings: renewals, ends, retries and expiries, each at its own moment and in their order. */
export class TimeMachine {
  #input: TimeMachineInput

  constructor(input: TimeMachineInput) {
    this.#input = input
  }

  /** Whatever should have happened by now. */
  catchUp(): Promise<void> {
    return this.#live(this.#seconds())
  }

  /** Moves the clock. After each step its events are sent, so that the product sees them in their own time. */
  async advanceTo(time: number): Promise<void> {
    const { changes, sendAll } = this.#input
    await this.#live(time, sendAll)
    await changes.run(async () => {}, { at: time })
    await sendAll()
  }

  advanceBy(seconds: number): Promise<void> {
    return this.advanceTo(this.#seconds() + seconds)
  }

  /** To the moment at which the next renewal has been charged; a day where nothing renews. */
  async advanceToNextRenewal(): Promise<void> {
    const ends = await this.#input.changes.run(async books => {
      const renewing = (await books.list('subscription')).filter(
        ({ status }) => status === 'active' || status === 'past_due',
      )
      return renewing.flatMap(({ items }) => items.data.map(item => item.current_period_end))
    })
    await this.advanceTo(ends.length === 0 ? this.#seconds() + DAY : Math.min(...ends) + HOUR)
  }

  async #live(until: number, afterEach: () => Promise<void> = async () => {}): Promise<void> {
    for (;;) {
      const due = await readNextDue(this.#input.db, until)
      if (due === undefined) return
      await this.#input.changes.run(books => happen(books, due.kind, due.id), { at: due.dueAt })
      await afterEach()
    }
  }

  #seconds = (): number => Math.floor(this.#input.clock.now().getTime() / 1000)
}

async function happen(books: Books, kind: string, id: string): Promise<void> {
  if (kind === 'subscription') {
    const subscription = await books.get('subscription', id)
    if (isDue(books, subscription)) await passTime(books, subscription)
  } else if (kind === 'checkout.session') {
    const session = await books.get('checkout.session', id)
    if (isDue(books, session)) expireCheckout(books, session)
  } else if (kind === 'payment_intent') {
    const intent = await books.get('payment_intent', id)
    if (isDue(books, intent)) await settleLate(books, intent)
  } else {
    const invoice = await books.get('invoice', id)
    if (isDue(books, invoice)) await happenToInvoice(books, invoice)
  }
}

/** Another call, or another process, may have seen the same thing fall due, and have been first. */
function isDue<K extends Kind>(books: Books, object: Objects[K] & { object: K }): boolean {
  const due = dueAt(object.object, object, books.hidden<K>(object))
  return due !== null && due <= books.now
}

async function happenToInvoice(books: Books, invoice: Objects['invoice']): Promise<void> {
  const isLastTry = invoice.status === 'open' && isLastRetry(invoice.status_transitions.finalized_at ?? 0, books.now)
  if (invoice.status === 'draft') await finalizeInvoice(books, invoice)
  await collectInvoice(books, invoice)
  if (!isLastTry || (invoice.status as string) === 'paid') return
  const subscription = await subscriptionOf(books, invoice)
  if (subscription !== undefined) await endSubscription(books, subscription, 'payment_failed')
}

const isLastRetry = (finalizedAt: number, now: number): boolean => now >= finalizedAt + (RETRY_DAYS.at(-1) ?? 0) * DAY
