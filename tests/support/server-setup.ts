import { vi } from 'vitest'

vi.mock('@node-rs/argon2', () => import('./cheap-argon2.ts'))
