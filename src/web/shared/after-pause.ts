const pauseMs = 250

/** Runs the callback when the user stops typing. Returns a function that cancels it. */
export function afterPause(then: () => void): () => void {
  const pause = setTimeout(then, pauseMs)
  return () => clearTimeout(pause)
}
