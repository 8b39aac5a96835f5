/** A mutex: runs one piece of work at a time, in the order of arrival. */
export class Mutex {
  #last: Promise<void> = Promise.resolve()
  /** Callers that have the lock or wait for it. */
  users = 0

  /** Returns the function that unlocks it. */
  async lock(): Promise<() => void> {
    const previous = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = promise
    this.users += 1
    await previous
    let isUnlocked = false
    return () => {
      if (isUnlocked) return
      isUnlocked = true
      this.users -= 1
      resolve()
    }
  }

  run = async <T>(work: () => Promise<T>): Promise<T> => {
    const unlock = await this.lock()
    try {
      return await work()
    } finally {
      unlock()
    }
  }
}
