import { readFileSync } from 'node:fs'

/**
 * The embedded PostgreSQL, compiled once for all tests of a process. V8 shares the machine code of equal modules as
 * long as one of them exists. So opening a database takes half the CPU time, and its first statements a quarter.
 */
export const embeddedEngine = new WebAssembly.Module(
  readFileSync(new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))),
)
