import { vi } from 'vitest'
import './embedded-engine.ts'

vi.mock('@node-rs/argon2', () => import('./cheap-argon2.ts'))
