/** The clock that the sandbox and the product share. The sandbox moves it forward. */
export type MovableClock = {
  now: () => Date
  /** How far the clock is ahead of real time. */
  setOffset: (milliseconds: number) => void
}
