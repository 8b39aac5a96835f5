import { vi } from 'vitest'

// Thousands of passwords are hashed in a run: cheaply. What a hash costs outside of tests is held by auth.test.ts.
vi.mock('@node-rs/argon2', async original => {
  const argon2 = await original<typeof import('@node-rs/argon2')>()
  return { ...argon2, hash: (password: string) => argon2.hash(password, { memoryCost: 64, timeCost: 1 }) }
})
