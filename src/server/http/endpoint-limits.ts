import type { ConcurrencyLimit } from './concurrency-limit.ts'

const registered = new WeakMap<object, Map<string, ConcurrencyLimit>>()
export const endpointLimits = (deps: object): Map<string, ConcurrencyLimit> =>
  registered.getOrInsertComputed(deps, () => new Map())
