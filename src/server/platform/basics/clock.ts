/** The source of the current time. Tests and the payments sandbox can move it. */
export type Clock = { now: () => Date }

export const DAY_MS = 86_400_000
/** This many times 24 hours earlier. */
export const daysBefore = (moment: Date, days: number): Date => new Date(moment.getTime() - days * DAY_MS)
export const daysAfter = (moment: Date, days: number): Date => daysBefore(moment, -days)

export const systemClock: Clock = { now: () => new Date() }

/** A clock with an adjustable offset from another one. */
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
