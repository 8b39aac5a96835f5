import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from './button.tsx'

const labels = { ready: 'Copy', copied: 'Copied', refused: 'Please copy it manually' }

/** `whatWasCopied` is told to who can not see it: "Key copied". */
export function CopyButton({ text, whatWasCopied }: { text: string; whatWasCopied: string }) {
  const [state, setState] = useState<keyof typeof labels>('ready')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      // Pages that came unencrypted have no clipboard, and a browser may refuse it.
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
