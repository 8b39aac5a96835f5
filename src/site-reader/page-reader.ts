import type { Worker } from 'node:worker_threads'
import { startThread } from '#threads/index.ts'
import type { PageFacts } from './page-facts.ts'
import type { PageAnswer, PageQuestion } from './page-worker.ts'

const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 }
/** The limit for one page. Reading takes milliseconds, but other threads have priority, so the limit is generous. */
const MAX_MS = 15_000
/** The limit for the first page, which includes the start of the thread. */
const FIRST_MS = 30_000
/** The thread ends if it gets no page for this long. */
const IDLE_MS = 30_000

type Waiting = {
  answer: (page: PageFacts | null) => void
  refuse: (error: PageTooSlow) => void
  timer: NodeJS.Timeout
}

export class PageTooSlow extends Error {}

/** The buffer, if it can be transferred without a copy. Small pages share a buffer with others, so they cannot. */
const ownBuffer = ({ buffer, byteLength }: Uint8Array): ArrayBuffer[] =>
  buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []

/** Reads pages one after another in a thread. */
export class PageReader {
  #worker: Worker | null = null
  #waiting = new Map<number, Waiting>()
  #lastId = 0
  #turn: Promise<unknown> = Promise.resolve()
  #idle: NodeJS.Timeout | undefined
  #maxMs: number

  constructor(maxMs = MAX_MS) {
    this.#maxMs = maxMs
  }

  /** Null if the page cannot be read. Throws PageTooSlow, and ends the thread, if it takes too long. */
  read(page: Omit<PageQuestion, 'id'>): Promise<PageFacts | null> {
    const turn = this.#turn.then(() => this.#ask(page))
    // The next page is read even if this one could not be sent to the thread.
    this.#turn = turn.catch(() => null)
    return turn
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle)
    const worker = this.#worker
    this.#worker = null
    for (const { answer, timer } of this.#waiting.values()) {
      clearTimeout(timer)
      answer(null)
    }
    this.#waiting.clear()
    await worker?.terminate()
  }

  #ask(page: Omit<PageQuestion, 'id'>): Promise<PageFacts | null> {
    clearTimeout(this.#idle)
    const id = ++this.#lastId
    const limit = this.#worker === null ? FIRST_MS : this.#maxMs
    this.#worker ??= this.#start()
    const question: PageQuestion = { id, ...page }
    this.#worker.postMessage(question, ownBuffer(page.bytes))
    const { promise, resolve, reject } = Promise.withResolvers<PageFacts | null>()
    this.#waiting.set(id, { answer: resolve, refuse: reject, timer: setTimeout(() => this.#giveUp(id), limit) })
    return promise
  }

  #giveUp(id: number): void {
    this.#waiting.get(id)?.refuse(new PageTooSlow())
    this.#waiting.delete(id)
    void this.close()
  }

  #start(): Worker {
    const worker = startThread(new URL('page-worker.ts', import.meta.url), { resourceLimits })
    worker.unref()
    worker.on('message', ({ id, page }: PageAnswer) => {
      // The thread sent this answer before it was stopped.
      if (this.#worker !== worker) return
      const waiting = this.#waiting.get(id)
      this.#waiting.delete(id)
      clearTimeout(waiting?.timer)
      waiting?.answer(page)
      clearTimeout(this.#idle)
      this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref()
    })
    const end = () => {
      if (this.#worker === worker) void this.close()
    }
    worker.on('error', end)
    worker.on('exit', end)
    return worker
  }
}
