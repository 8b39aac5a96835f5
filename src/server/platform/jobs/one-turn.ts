const TURN_MS = 20_000

/**
 * Does the work for each item in turn. Ends after a while, so that other chores do not wait long: the next run continues.
 * A failure for one item does not stop the others.
 */
export async function inOneTurn<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<unknown>,
  milliseconds = TURN_MS,
): Promise<void> {
  const end = performance.now() + milliseconds
  const faults: unknown[] = []
  for (const item of items) {
    if (performance.now() > end) break
    await work(item).catch((error: unknown) => faults.push(error))
  }
  if (faults.length > 0) throw faults[0]
}
