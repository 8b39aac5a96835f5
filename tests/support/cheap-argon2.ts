import { vi } from 'vitest'

const argon2 = await vi.importActual<typeof import('@node-rs/argon2')>('@node-rs/argon2')

export const { hash: hashAsInProduction } = argon2
/** Makes hashing cheap, because a run hashes thousands of passwords. auth.test.ts checks the real cost. */
export const hash = vi.fn<typeof argon2.hash>(password => argon2.hash(password, { memoryCost: 64, timeCost: 1 }))
export const verify = vi.fn<typeof argon2.verify>(argon2.verify)
