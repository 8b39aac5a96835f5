/** Repeatable numbers from 0 to 1 (mulberry32). The same seed gives the same catalog and the same questions. */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A number around 0 with standard deviation 1. */
export const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/** Picks an index with the probability of its weight. */
export function pickerOf(weights: readonly number[], random: () => number): () => number {
  const sums: number[] = []
  let sum = 0
  for (const weight of weights) sums.push((sum += weight))
  return () => {
    const wanted = random() * sum
    let low = 0
    let high = sums.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) <= wanted) low = middle + 1
      else high = middle
    }
    return low
  }
}
