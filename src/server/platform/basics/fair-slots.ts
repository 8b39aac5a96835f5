/** Whether a holder may have one more: it must have fewer places than are free. So one alone cannot take them all. */
export const hasRoom = ({ own, all, places }: { own: number; all: number; places: number }): boolean =>
  own < places - all

type Piece = { holder: string; start: () => void }

/**
 * Runs a limited number of pieces of work at a time, and at most one of a holder. Next is the holder whose last turn is
 * longest ago. So a holder with many pieces delays each other holder by one piece at most.
 */
export class FairSlots {
  readonly #atOnce: number
  readonly #running = new Set<string>()
  #waiting: Piece[] = []
  /** The numbers of last turns, kept while somebody waits or the turn lasts. */
  readonly #lastTurns = new Map<string, number>()
  #turns = 0

  constructor(atOnce: number) {
    this.#atOnce = atOnce
  }

  /** Pieces that run or wait: those of a holder, and all. */
  load(holder: string): { own: number; all: number } {
    const own = this.#waiting.filter(piece => piece.holder === holder).length
    return { own: own + Number(this.#running.has(holder)), all: this.#waiting.length + this.#running.size }
  }

  async run<T>(holder: string, work: () => Promise<T>): Promise<T> {
    const { promise: turn, resolve } = Promise.withResolvers<void>()
    this.#waiting.push({ holder, start: resolve })
    this.#startNext()
    await turn
    try {
      return await work()
    } finally {
      this.#running.delete(holder)
      if (this.#waiting.length === 0) this.#forgetTurns()
      this.#startNext()
    }
  }

  #forgetTurns(): void {
    for (const holder of this.#lastTurns.keys()) if (!this.#running.has(holder)) this.#lastTurns.delete(holder)
  }

  #startNext(): void {
    const able = this.#waiting.filter(({ holder }) => !this.#running.has(holder))
    const turnOf = ({ holder }: Piece): number => this.#lastTurns.get(holder) ?? 0
    const next = able.reduce<Piece | undefined>(
      (first, piece) => (first === undefined || turnOf(piece) < turnOf(first) ? piece : first),
      undefined,
    )
    if (next === undefined || this.#running.size >= this.#atOnce) return
    this.#waiting = this.#waiting.filter(piece => piece !== next)
    this.#running.add(next.holder)
    this.#lastTurns.set(next.holder, ++this.#turns)
    next.start()
  }
}
