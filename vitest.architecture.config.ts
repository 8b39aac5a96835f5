import { defineConfig } from 'vitest/config'

/** The architecture alone, for the gate: no database has to start. */
export default defineConfig({ test: { include: ['tests/architecture.test.ts'] } })
