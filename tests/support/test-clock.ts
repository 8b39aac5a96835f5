import type { Clock } from '#server/platform/basics/clock.ts'

export type TestClock = Clock & { advance: (by: { days?: number; hours?: number; minutes?: number }) => void }

/** A clock that moves only when a test moves it. */
export function createTestClock(start = '2026-03-01T12:00:00Z'): TestClock {
  let time = Date.parse(start)
  return {
    now: () => new Date(time),
    advance: ({ days = 0, hours = 0, minutes = 0 }) => {
      time += ((days * 24 + hours) * 60 + minutes) * 60_000
    },
  }
}
