/** A `Map` or a `WeakMap`. */
type Answers<Key, Answer> = {
  get(key: Key): Promise<Answer> | undefined
  set(key: Key, answer: Promise<Answer>): unknown
  delete(key: Key): unknown
}

/** The answer that is kept for a key, or a new one, which is kept unless it fails. */
export function keptAnswer<Key, Answer>(
  kept: Answers<Key, Answer>,
  key: Key,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  const known = kept.get(key)
  if (known !== undefined) return known
  const made = answer()
  kept.set(key, made)
  made.catch(() => kept.delete(key))
  return made
}

/** Makes room in a map for another entry: the oldest one goes if there are `most`. */
export function makeRoom<Key>(map: Map<Key, unknown>, most: number): void {
  const [oldest] = map.keys()
  if (map.size >= most && oldest !== undefined) map.delete(oldest)
}
