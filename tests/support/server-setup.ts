import { vi } from 'vitest'

// Makes hashing cheap, because a run hashes thousands of passwords. auth.test.ts checks the real cost.
vi.mock('@node-rs/argon2', async original => {
  const argon2 = await original<typeof import('@node-rs/argon2')>()
  const hash = (password: string) => argon2.hash(password, { memoryCost: 64, timeCost: 1 })
  return { ...argon2, hash: vi.fn(hash), verify: vi.fn(argon2.verify) }
})
