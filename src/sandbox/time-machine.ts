import type { Changes } from './changes.ts'
import { dueAt } from './due.rules.ts'
import type { Database, MovableClock } from './host.ts'
import { DAY, HOUR } from './months.rules.ts'
import { expireCheckout } from './objects/checkout.ts'
import { settleLate } from './objects/intents.ts'
import { advanceInvoice, passTime } from './objects/subscription-life.ts'
import { isRenewing, planItem } from './objects/subscription-state.ts'
import { readNextDue } from './sandbox.repository.ts'
import type { Store } from './store.ts'
import type { Kind, Objects } from './wire.ts'

type TimeMachineInput = { db: Database; changes: Changes; clock: MovableClock; sendAll: () => Promise<void> }
export type TimeMachine = ReturnType<typeof createTimeMachine>

/** Carries out renewals, cancellations, retries, and expiries, each at its time and in order. */
export function createTimeMachine({ db, changes, clock, sendAll }: TimeMachineInput) {
  const now = () => Math.floor(clock.now().getTime() / 1000)

  const runUntil = async (until: number, afterEach: () => Promise<void> = async () => {}): Promise<void> => {
    for (;;) {
      const due = await readNextDue(db, until)
      if (due === undefined) return
      await changes.run(store => carryOut(store, due), { at: due.dueAt })
      await afterEach()
    }
  }

  /** Moves the clock. Events are sent after each step, so the product sees each at its own time. */
  const advanceTo = async (time: number): Promise<void> => {
    await runUntil(time, sendAll)
    await changes.run(async () => {}, { at: time })
    await sendAll()
  }

  return {
    /** Carries out everything that is due by now. */
    catchUp: () => runUntil(now()),
    advanceTo,
    advanceBy: (seconds: number) => advanceTo(now() + seconds),
    /** Moves to just after the next renewal's charge, or by a day if nothing renews. */
    advanceToNextRenewal: async (): Promise<void> => {
      const renewing = (await changes.run(store => store.list('subscription'))).filter(isRenewing)
      const ends = renewing.map(subscription => planItem(subscription).current_period_end)
      await advanceTo(ends.length === 0 ? now() + DAY : Math.min(...ends) + HOUR)
    },
  }
}

/** What happens when an object is due, by its kind. */
const steps: { [K in Kind]?: (store: Store, object: Objects[K]) => unknown } = {
  subscription: passTime,
  invoice: advanceInvoice,
  payment_intent: settleLate,
  'checkout.session': expireCheckout,
}

/** Checks again that the object is due, because another call or process may already have carried it out. */
async function carryOut(store: Store, { id, kind }: { id: string; kind: Kind }): Promise<void> {
  const object = await store.get(kind, id)
  const due = dueAt(kind, object, store.hidden(object))
  if (due !== null && due <= store.now) await steps[kind]?.(store, object as never)
}
