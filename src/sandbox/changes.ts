import type { Database, Queryable } from './database.ts'
import { Books, type Environment } from './books.ts'
import { DAY } from './months.rules.ts'
import type { MovableClock } from './clock.ts'
import { lockSandbox, readAnswer, saveAnswer, saveSetting } from './sandbox.repository.ts'
import { loadSettings } from './settings.ts'
import { StripeError } from './stripe-error.ts'

export type ChangesInput = {
  db: Database
  clock: MovableClock
  environment: () => Environment
  /** Called when a change is written and events may wait to be sent. */
  onWritten: () => void
}
type Moment = {
  /** Seconds since 1970; later than now: the clock is moved to it. Unset: now. */
  at?: number
  idempotencyKey?: string | undefined
}
export type Outcome = { status: number; body: Record<string, unknown>; isReplay: boolean }

/** Runs changes of the sandbox's state: one at a time over all processes, each in one transaction. */
export class Changes {
  #input: ChangesInput

  constructor(input: ChangesInput) {
    this.#input = input
  }

  async run<T>(story: (books: Books) => Promise<T>, moment: Moment = {}): Promise<T> {
    return this.#inBooks(moment, async books => {
      const result = await story(books)
      await books.close()
      return result
    })
  }

  /**
   * A call of the API. The same key again gets the first answer again for a day, also where that was a refusal;
   * parameters that were not understood are not kept. What a refused card left behind is.
   */
  async answer(
    story: (books: Books) => Promise<object>,
    { key, request }: { key: string | undefined; request: string },
  ): Promise<Outcome> {
    return this.#inBooks({ idempotencyKey: key }, async (books, tx) => {
      const kept = key === undefined ? undefined : await readAnswer(tx, key, books.now - DAY)
      if (kept !== undefined) return { ...replay(kept, request), isReplay: true }
      const { status, body, isKept } = await tell(story, books)
      if (status === 200 || status === 402) await books.close()
      if (key !== undefined && isKept) await saveAnswer(tx, key, { request, status, body, now: books.now })
      return { status, body, isReplay: false }
    })
  }

  async #inBooks<T>({ at, idempotencyKey }: Moment, story: (books: Books, tx: Queryable) => Promise<T>): Promise<T> {
    const { db, clock, environment, onWritten } = this.#input
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
      const books = new Books({ tx, now: at ?? present, settings, environment: environment(), idempotencyKey })
      return story(books, tx)
    })
    onWritten()
    return result
  }
}

function replay(kept: { request: string; status: number; body: Record<string, unknown> }, request: string) {
  if (kept.request === request) return { status: kept.status, body: kept.body }
  const error = {
    type: 'idempotency_error',
    message:
      'Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than the one you used if you meant to execute a different request.',
  }
  return { status: 400, body: { error } }
}

async function tell(
  story: (books: Books) => Promise<object>,
  books: Books,
): Promise<{ status: number; body: Record<string, unknown>; isKept: boolean }> {
  try {
    return { status: 200, body: (await story(books)) as Record<string, unknown>, isKept: true }
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
    const wasUnderstood = !['parameter_unknown', 'parameter_missing'].includes(error.body.code ?? '')
    return { status: error.status, body: { error: error.body }, isKept: wasUnderstood }
  }
}
