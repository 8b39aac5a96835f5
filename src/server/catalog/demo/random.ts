/** A seeded stream of numbers in [0, 1). The same seed gives the same catalog on every machine. */
export type Random = () => number

/** Mulberry32 by Tommy Ettinger, in the public domain. */
export function createRandom(seed: number): Random {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b_79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
}

export function pick<T>(random: Random, items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('Nothing to pick from')
  return item
}

export const between = (random: Random, low: number, high: number): number => low + random() * (high - low)
export const chance = (random: Random, share: number): boolean => random() < share
