import { type ReactNode, useEffect, useRef, useState } from 'react'

/** The content of a dialog. If it scrolls, it can be focused for scrolling with the keyboard. */
export function DialogBody({ children }: { children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null)
  const [isScrolling, setScrolling] = useState(false)
  useEffect(() => {
    const element = body.current
    if (element === null) return undefined
    const sizes = new ResizeObserver(() => setScrolling(element.scrollHeight > element.clientHeight))
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [])
  return (
    <div
      ref={body}
      {...(isScrolling ? { tabIndex: 0 } : {})}
      className="min-h-0 overflow-y-auto px-5 pt-4 pb-5 low:min-h-fit low:overflow-visible"
    >
      {children}
    </div>
  )
}
