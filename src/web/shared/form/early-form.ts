import { useRef } from 'react'
import { useEarlyPress } from '../use-early-press.ts'

/** The props of a prerendered form. A submit before hydration is repeated after it. */
export function useEarlyForm() {
  const ref = useRef<HTMLFormElement>(null)
  useEarlyPress(ref)
  return {
    ref,
    /** Before hydration, other methods would leave the page, with the fields in the URL. */
    method: 'dialog',
    noValidate: true,
  } as const
}
