import { Search } from 'lucide-react'
import { startTransition, useEffect, useRef, useState } from 'react'
import { Input } from './input.tsx'

type SearchFieldProps = {
  label: string
  text: string
  onText: (text: string) => void
  /** Delays `onText`: calls `then` later and returns a function that cancels it. */
  later?: (then: () => void) => () => void
}

const PAUSE_MS = 250

function afterPause(then: () => void): () => void {
  const pause = setTimeout(then, PAUSE_MS)
  return () => clearTimeout(pause)
}

/** A text field that filters a list. Typing re-renders only this field; the list follows with `onText`. */
export function SearchField({ label, text, onText, later = afterPause }: SearchFieldProps) {
  const [unsent, setUnsent] = useState<string>()
  const cancelPending = useRef<() => void>(undefined)
  // When unmounted or hidden, forgets text that was not passed on yet.
  useEffect(
    () => () => {
      cancelPending.current?.()
      setUnsent(undefined)
    },
    [],
  )
  const type = (typed: string) => {
    setUnsent(typed)
    cancelPending.current?.()
    cancelPending.current = later(() =>
      startTransition(() => {
        onText(typed)
        setUnsent(undefined)
      }),
    )
  }
  return (
    <div className="relative min-w-32 flex-1 max-sm:basis-full">
      <Search className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-3" />
      <Input
        type="search"
        aria-label={label}
        placeholder={label}
        value={unsent ?? text}
        onChange={({ target }) => type(target.value)}
        className="pl-9"
      />
    </div>
  )
}
