import { type ComponentProps, useRef, useState } from 'react'
import type { Suggestion } from '#contract/searches/suggestions.ts'
import { lazyPart } from '../../shared/api/lazy-part.tsx'
import { Input } from '../../shared/ui/input.tsx'
import { closedCombobox, type ListBehavior } from './combobox.ts'

const SuggestionList = lazyPart(() => import('./suggestion-list.tsx'), { failed: null })

type SuggestInputProps = ComponentProps<'input'> & {
  kind: Suggestion['kind']
  /** A location. Places near it are suggested first; for a category, the matches near it are counted. */
  near?: string | undefined
  isPublic?: boolean
  /** Miles around `near`. */
  radius?: number | undefined
  /** The position at which the text to complete begins. The default is the start. */
  startOf?: (text: string) => number
  onChoose: (text: string) => void
}

/** A text field with suggestions, whose code loads with the first focus. Any text is valid. */
export function SuggestInput({
  kind,
  isPublic = false,
  near,
  radius,
  startOf,
  onChoose,
  onFocus,
  onChange,
  onBlur,
  ...props
}: SuggestInputProps) {
  const [input, setInput] = useState<HTMLInputElement>()
  const [typed, setTyped] = useState('')
  const [combobox, setCombobox] = useState(closedCombobox)
  const list = useRef<ListBehavior>(null)
  return (
    <div className="relative">
      <Input
        {...props}
        {...combobox}
        autoComplete="off"
        onFocus={event => {
          onFocus?.(event)
          setInput(event.currentTarget)
        }}
        onChange={event => {
          onChange?.(event)
          setTyped(event.currentTarget.value)
          list.current?.onChange?.(event)
        }}
        onKeyDown={event => {
          if (event.key === 'ArrowDown' && typed === '') setTyped(event.currentTarget.value)
          list.current?.onKeyDown?.(event)
        }}
        onBlur={event => {
          onBlur?.(event)
          list.current?.onBlur?.(event)
        }}
      />
      {input && (
        <SuggestionList
          ref={list}
          input={input}
          isPublic={isPublic}
          asked={{ kind, q: typed.slice(startOf?.(typed)).trimStart(), near, radius }}
          onChange={setCombobox}
          onChoose={text => {
            setTyped('')
            onChoose(text)
          }}
        />
      )}
    </div>
  )
}
