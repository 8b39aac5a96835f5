import type { ConcurrencyLimit } from './concurrency-limit.ts'

const registered = new WeakMap<object, Map<string, ConcurrencyLimit>>()
/** The concurrency limit of each endpoint, by method and path. */
export function endpointLimits(deps: object): Map<string, ConcurrencyLimit> {
  const known = registered.get(deps) ?? new Map<string, ConcurrencyLimit>()
  registered.set(deps, known)
  return known
}
