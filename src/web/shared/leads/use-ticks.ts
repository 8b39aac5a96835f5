import { useCallback, useState } from 'react'
import type { Lead } from '#contract/leads.ts'

/** Which leads are ticked. */
export function useTicks() {
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set())
  const toggle = useCallback((id: number) => {
    setTicked(before => {
      const after = new Set(before)
      if (!after.delete(id)) after.add(id)
      return after
    })
  }, [])
  const setAll = useCallback((leads: readonly Lead[], isTicked: boolean) => {
    setTicked(before => {
      const after = new Set(before)
      for (const { id } of leads) {
        if (isTicked) after.add(id)
        else after.delete(id)
      }
      return after
    })
  }, [])
  return { ticked, toggle, setAll }
}
