import { startTransition, useEffect, useState } from 'react'

/** Calls once the next frame is on the screen; gives what takes that back. */
export function afterPaint(then: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  // A frame's callbacks come before it is painted, and a task that they ask for after it.
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(then)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/**
 * The value, for what takes long to draw: a control that changes it is painted first. A deferred value alone may be drawn
 * before that, and holds the control up.
 */
export function useAfterPaint<Value>(value: Value): Value {
  const [painted, setPainted] = useState(value)
  useEffect(() => {
    if (Object.is(painted, value)) return undefined
    return afterPaint(() => startTransition(() => setPainted(value)))
  }, [painted, value])
  return painted
}
