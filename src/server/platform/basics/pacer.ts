import { setImmediate as nextTurn } from 'node:timers/promises'

const MAX_BLOCKING_MS = 8

/** For a long loop: what it gives is awaited in each round, and lets other work in between as often as is polite. */
export function createPacer(): () => Promise<void> | undefined {
  let began = performance.now()
  const pause = async () => {
    await nextTurn()
    began = performance.now()
  }
  return () => (performance.now() - began < MAX_BLOCKING_MS ? undefined : pause())
}
