/** Work that must not be done beside other work of its kind: whoever holds the turn goes on, the others wait in line. */
export class Turns {
  #last: Promise<void> = Promise.resolve()
  /** By who has the turn, and those in line. */
  taken = 0

  /** Gives what ends the turn. */
  async take(): Promise<() => void> {
    const before = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = promise
    this.taken += 1
    await before
    let hasEnded = false
    return () => {
      if (hasEnded) return
      hasEnded = true
      this.taken -= 1
      resolve()
    }
  }

  run = async <T>(work: () => Promise<T>): Promise<T> => {
    const endTurn = await this.take()
    try {
      return await work()
    } finally {
      endTurn()
    }
  }
}
