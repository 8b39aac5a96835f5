/** A seeded stream of numbers in [0, 1). The same seed gives the same catalog on every machine. */
export type Random = () => number

/** sfc32 from Chris Doty-Humphrey's PractRand, in the public domain. */
export function createRandom(seed: number): Random {
  let [a, b, c, counter] = [seed | 0, 0x9e3779b9, 0x243f6a88, 1]
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 0x1_0000_0000
  }
  for (let round = 0; round < 12; round++) next()
  return next
}

export function pick<T>(random: Random, items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('Nothing to pick from')
  return item
}

/** In place, Fisher-Yates. */
export function shuffle<T>(random: Random, items: T[]): T[] {
  for (let last = items.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const moved = items[last]
    items[last] = items[other] as T
    items[other] = moved as T
  }
  return items
}

/** Approximately normal with mean 0 and standard deviation 1, between -3 and 3. */
export const bell = (random: Random): number => (random() + random() + random() + random() - 2) * 1.732

export const between = (random: Random, low: number, high: number): number => low + random() * (high - low)
export const chance = (random: Random, share: number): boolean => random() < share
