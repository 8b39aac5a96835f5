import { startTransition, useEffect, useState } from 'react'

/** Runs the callback after the next frame is painted. Returns a function that cancels it. */
export function afterPaint(then: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  // Animation frame callbacks run before the paint, and a task that they queue runs after it.
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(then)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/** Whether the component has been painted. A page that is busy, or in the background, is painted late. */
export function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => afterPaint(() => setPainted(true)), [])
  return isPainted
}

/**
 * Returns the value one paint later. Use it for content that is slow to render: the control that changed the value is
 * painted first. With `useDeferredValue` alone, the content may render before that paint and delay the control.
 */
export function useAfterPaint<Value>(value: Value): Value {
  const [painted, setPainted] = useState(value)
  useEffect(() => {
    if (Object.is(painted, value)) return undefined
    return afterPaint(() => startTransition(() => setPainted(value)))
  }, [painted, value])
  return painted
}
