const MAX_NAMES = 2000

/** Caches the results of a function of a name, because each row is compared with many others in turn. */
export function cachedByName<Result>(compute: (name: string) => Result): (name: string) => Result {
  const cache = new Map<string, Result>()
  return name => {
    const cached = cache.get(name)
    if (cached !== undefined) return cached
    if (cache.size >= MAX_NAMES) cache.clear()
    const result = compute(name)
    cache.set(name, result)
    return result
  }
}
