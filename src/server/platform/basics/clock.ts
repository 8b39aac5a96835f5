import { addMonths } from '#contract/plans.ts'

/** The source of the current time. Tests and the payments sandbox can move it. */
export type Clock = { now: () => Date }

export const DAY_MS = 86_400_000
/** This many times 24 hours earlier. */
export const daysBefore = (moment: Date, days: number): Date => new Date(moment.getTime() - days * DAY_MS)
export const daysAfter = (moment: Date, days: number): Date => daysBefore(moment, -days)

/** What visitors write and what logs hold is kept for 13 months, enough to compare a month with last year's. */
export const keptSince = (now: Date): Date => addMonths(now, -13)

/** What an answer contains, with these of its texts as the dates that the database stores. */
export type Dated<Answer, Names extends keyof Answer> = Omit<Answer, Names> & {
  [Name in Names]: Answer[Name] extends string ? Date : Date | null
}

type IsoOf<Value> = Value extends Date ? string : Value
type WithIsoDates<Row> = { [Name in keyof Row]: IsoOf<Row[Name]> }

/** A row with its dates as texts, as answers have them. */
export const withIsoDates = <Row extends object>(row: Row): WithIsoDates<Row> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  ) as WithIsoDates<Row>

export const systemClock: Clock = { now: () => new Date() }

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
