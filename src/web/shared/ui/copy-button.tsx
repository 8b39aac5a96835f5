import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from './button.tsx'

const labels = { ready: 'Copy', copied: 'Copied', refused: 'Please copy it manually' }

/** `whatWasCopied` is announced to screen readers: "Key copied". */
export function CopyButton({ text, whatWasCopied }: { text: string; whatWasCopied: string }) {
  const [state, setState] = useState<keyof typeof labels>('ready')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      // Pages without HTTPS have no clipboard, and browsers may refuse access.
      setState('refused')
    }
  }
  const Icon = state === 'copied' ? Check : Copy
  return (
    <>
      <Button data-copies onClick={() => void copy()}>
        <Icon className="size-4" aria-hidden="true" />
        {labels[state]}
      </Button>
      <output className="sr-only">{state === 'copied' ? whatWasCopied : ''}</output>
    </>
  )
}
