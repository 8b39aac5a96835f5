import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from './button.tsx'

const labels = { ready: 'Copy', copied: 'Copied', refused: 'Please copy it manually' }

/** `whatWasCopied` is announced to screen readers: "Key copied". */
export function CopyButton({ text, whatWasCopied }: { text: string; whatWasCopied: string }) {
  const { state, copy } = useCopy(text)
  const Icon = state === 'copied' ? Check : Copy
  return (
    <>
      <Button data-copies onClick={() => void copy()}>
        <Icon className="size-4" />
        {labels[state]}
      </Button>
      <output className="sr-only">{state === 'copied' ? whatWasCopied : ''}</output>
    </>
  )
}

/** A small button beside a fact: "Copy the phone number". */
export function CopyIcon({ text, fact }: { text: string; fact: string }) {
  const { state, copy } = useCopy(text)
  const Icon = state === 'copied' ? Check : Copy
  return (
    <>
      <button
        type="button"
        aria-label={`Copy the ${fact}`}
        title={state === 'refused' ? labels.refused : `Copy the ${fact}`}
        onClick={() => void copy()}
        className="-my-1 flex size-7 shrink-0 items-center justify-center rounded-sm text-ink-3 hover:bg-sunken hover:text-ink touch:-my-3 touch:size-11"
      >
        <Icon className="size-4" />
      </button>
      <output className="sr-only">
        {state === 'copied' ? `The ${fact} was copied` : state === 'refused' ? labels.refused : ''}
      </output>
    </>
  )
}

function useCopy(text: string) {
  const [copied, setCopied] = useState<{ text: string; state: 'copied' | 'refused' }>()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied({ text, state: 'copied' })
    } catch {
      // Pages without HTTPS have no clipboard, and browsers may refuse access.
      setCopied({ text, state: 'refused' })
    }
  }
  // If the text changes, it has not been copied yet.
  return { state: copied?.text === text ? copied.state : 'ready', copy } as const
}
