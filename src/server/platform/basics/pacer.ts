import { setImmediate as nextTurn } from 'node:timers/promises'

/** A search goes through the event loop about ten times, and each time may have to wait this long. */
const MAX_BLOCKING_MS = 2

/** For long loops: await the result in each round. It yields to the event loop after every 2 ms of work. */
export function createPacer(): () => Promise<void> | undefined {
  let began = performance.now()
  const pause = async () => {
    await nextTurn()
    began = performance.now()
  }
  return () => (performance.now() - began < MAX_BLOCKING_MS ? undefined : pause())
}

/** Like `map`, for long lists: others are served meanwhile. */
export async function pacedMap<Item, Result>(
  items: readonly Item[],
  map: (item: Item, at: number) => Result,
): Promise<Result[]> {
  const breathe = createPacer()
  const results: Result[] = []
  for (const [at, item] of items.entries()) {
    await breathe()
    results.push(map(item, at))
  }
  return results
}
