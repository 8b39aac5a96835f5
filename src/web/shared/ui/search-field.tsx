import { Search } from 'lucide-react'
import { startTransition, useEffect, useRef, useState } from 'react'
import { Input } from './input.tsx'

type SearchFieldProps = {
  label: string
  text: string
  onText: (text: string) => void
}

const PAUSE_MS = 250

/** A text field that filters a list. Typing re-renders only this field; the list follows with `onText` after a pause. */
export function SearchField({ label, text, onText }: SearchFieldProps) {
  const [unsent, setUnsent] = useState<string>()
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  // When unmounted or hidden, forgets text that was not passed on yet.
  useEffect(
    () => () => {
      clearTimeout(pause.current)
      setUnsent(undefined)
    },
    [],
  )
  const type = (typed: string) => {
    setUnsent(typed)
    clearTimeout(pause.current)
    pause.current = setTimeout(
      () =>
        startTransition(() => {
          onText(typed)
          setUnsent(undefined)
        }),
      PAUSE_MS,
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
