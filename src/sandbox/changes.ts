import type { Database, MovableClock, Queryable } from './host.ts'
import { DAY } from './months.rules.ts'
import { lockSandbox, readAnswer, saveAnswer, saveSetting } from './sandbox.repository.ts'
import { loadSettings } from './settings.ts'
import { type Environment, Store } from './store.ts'
import { StripeError } from './stripe-error.ts'

export type ChangesInput = {
  db: Database
  clock: MovableClock
  environment: () => Environment
  /** Called after a change, when events may be waiting to be sent. */
  onWritten: () => void
}
type Moment = {
  /** In seconds since 1970. A time in the future moves the clock. The default is now. */
  at?: number
  idempotencyKey?: string | undefined
}
type Reply = { status: number; body: Record<string, unknown> }
export type Outcome = Reply & { isReplay: boolean }
export type Changes = ReturnType<typeof createChanges>

/** Changes the sandbox's state: one change at a time across all processes, each in a transaction. */
export function createChanges({ db, clock, environment, onWritten }: ChangesInput) {
  const inStore = async <T>(
    { at, idempotencyKey }: Moment,
    work: (store: Store, tx: Queryable) => Promise<T>,
  ): Promise<T> => {
    const result = await db.transaction(async tx => {
      await lockSandbox(tx)
      const settings = await loadSettings(tx)
      clock.setOffset(settings.offsetMs)
      const present = Math.floor(clock.now().getTime() / 1000)
      if (at !== undefined && at > present) {
        const offsetMs = settings.offsetMs + at * 1000 - clock.now().getTime()
        clock.setOffset(offsetMs)
        await saveSetting(tx, 'offsetMs', offsetMs)
      }
      return work(new Store({ tx, now: at ?? present, settings, environment: environment(), idempotencyKey }), tx)
    })
    onWritten()
    return result
  }

  return {
    run: <T>(work: (store: Store) => Promise<T>, moment: Moment = {}): Promise<T> =>
      inStore(moment, async store => {
        const result = await work(store)
        await store.close()
        return result
      }),

    /**
     * Answers a call of the API. For a day, the same idempotency key gets the same answer, even an error, unless a
     * parameter was unknown or missing. A declined card keeps its changes; other errors undo theirs.
     */
    answer: (
      work: (store: Store) => Promise<object>,
      { key, request = '' }: { key?: string | undefined; request?: string } = {},
    ): Promise<Outcome> =>
      inStore({ idempotencyKey: key }, async (store, tx) => {
        const kept = key === undefined ? undefined : await readAnswer(tx, key, store.now - DAY)
        if (kept !== undefined) return { ...(kept.request === request ? kept : reusedKey), isReplay: true }
        const reply = await work(store).then(body => ({ status: 200, body: body as Reply['body'] }), replyOf)
        if (reply.status === 200 || reply.status === 402) await store.close()
        const isKept = !notKept.has((reply.body.error as { code?: string } | undefined)?.code)
        if (key !== undefined && isKept) await saveAnswer(tx, key, { request, ...reply, now: store.now })
        return { ...reply, isReplay: false }
      }),
  }
}

const notKept = new Set<string | undefined>(['parameter_unknown', 'parameter_missing'])
const reusedKey: Reply = replyOf(
  new StripeError(400, {
    type: 'idempotency_error',
    message:
      'Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than the one you used if you meant to execute a different request.',
  }),
)

function replyOf(error: unknown): Reply {
  if (!(error instanceof StripeError)) throw error
  return { status: error.status, body: { error: error.body } }
}
