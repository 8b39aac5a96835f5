import { vi } from 'vitest'

/** Waits until `check` no longer throws. The limit is for what never comes: a slow machine must not reach it. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 300_000, interval: 50 })
