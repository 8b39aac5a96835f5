/** Where the product reads the time, so that a test or the payments sandbox can move it. */
export type Clock = { now: () => Date }

export const systemClock: Clock = { now: () => new Date() }

/** A clock that runs ahead of another one. */
export class MovableClock implements Clock {
  #base: Clock
  #offsetMs = 0

  constructor(base: Clock) {
    this.#base = base
  }

  now = (): Date => new Date(this.#base.now().getTime() + this.#offsetMs)

  setOffset = (milliseconds: number): void => {
    this.#offsetMs = milliseconds
  }
}
