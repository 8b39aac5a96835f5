import type { Clock } from '#server/platform/basics/clock.ts'

/** The base clock, moved: what product and sandbox both go by. */
export class SandboxClock implements Clock {
  #base: Clock
  #offsetMs = 0

  constructor(base: Clock) {
    this.#base = base
  }

  now = (): Date => new Date(this.#base.now().getTime() + this.#offsetMs)

  /** What the clock has to be moved by to show this time. */
  offsetFor = (seconds: number): number => seconds * 1000 - this.#base.now().getTime()

  setOffset(offsetMs: number): void {
    this.#offsetMs = offsetMs
  }
}
