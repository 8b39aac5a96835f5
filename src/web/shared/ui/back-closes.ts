import { useEffect, useEffectEvent } from 'react'

/** Where dialogs are sheets that cover the page (below Tailwind's `sm`). */
const phone = '(width < 40rem)'

type Entry = { sheets?: number } | null

/** The open sheets, newest last. Each has a history entry, whose state says how many are open. */
const open: (() => void)[] = []
let isGoing = false
let isListening = false

const entriesHere = (): number => (history.state as Entry)?.sheets ?? 0

/** Adds missing history entries. Leaves those of closed sheets, also if Back leads to one from another page. */
function settle(): void {
  if (isGoing) return
  const surplus = entriesHere() - open.length
  if (surplus > 0) {
    isGoing = true
    history.go(-surplus)
  }
  for (let sheets = entriesHere() + 1; sheets <= open.length; sheets++)
    history.pushState({ ...(history.state as Entry), sheets }, '')
}

/** After React has closed a sheet and perhaps opened another in its place. */
const settleSoon = () => setTimeout(settle)
// A page that is loaded again has its sheet's entry, and no sheet.
settleSoon()

function onMove(): void {
  if (!isGoing) for (const leave of open.slice(entriesHere()).toReversed()) leave()
  isGoing = false
  settleSoon()
}

/** On a phone, Back closes the sheet, and leaves the page as it is. A sheet that cannot be closed now stays. */
export function useBackCloses(isOpen: boolean, leave: () => void): void {
  const leaveNow = useEffectEvent(leave)
  useEffect(() => {
    if (!isOpen || !matchMedia(phone).matches) return undefined
    if (!isListening) addEventListener('popstate', onMove)
    isListening = true
    const sheet = () => leaveNow()
    open.push(sheet)
    settleSoon()
    return () => {
      open.splice(open.indexOf(sheet), 1)
      settleSoon()
    }
  }, [isOpen])
}
