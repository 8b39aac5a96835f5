/** Bits of `place_change.what`. 0 means that only dates, scores, or other small facts changed, which is no news. */
export const changeBits = { name: 1, phone: 2, website: 4, email: 8, address: 16, moved: 32, categories: 64 } as const
