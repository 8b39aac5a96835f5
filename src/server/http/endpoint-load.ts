import type { AtOnce } from './at-once.ts'

const registered = new WeakMap<object, Map<string, AtOnce>>()
/** The bound of each endpoint, by its method and path. */
export function endpointsAtOnce(deps: object): Map<string, AtOnce> {
  const known = registered.get(deps) ?? new Map<string, AtOnce>()
  registered.set(deps, known)
  return known
}
