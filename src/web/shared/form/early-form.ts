import { useRef } from 'react'
import { useEarlyPress } from '../use-early-press.ts'

/** The props of a prerendered form. A submit before hydration is repeated after it. */
export function useEarlyForm() {
  const ref = useRef<HTMLFormElement>(null)
  useEarlyPress(ref)
  return {
    ref,
    /** Before hydration, the default method would leave the page and put the fields into the URL. */
    method: 'dialog',
    noValidate: true,
  } as const
}
