import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, type MockInstance, vi } from 'vitest'
import { closeBillingDialog } from '#web/features/billing/billing-dialogs.store.ts'
import { closeToast } from '#web/shared/toast/toast.store.ts'

// A limit for what never comes, instead of the default of one second. A slow machine must not reach it.
configure({ asyncUtilTimeout: 60_000 })

// The layout of a wide screen: without a browser, nothing has a size.
Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => 1024 })

let reported: MockInstance<typeof console.error>
beforeEach(() => {
  reported = vi.spyOn(console, 'error')
})

/** React's own texts, which a translated page loses (shared/jsx/runtime.ts). A message for screen readers is brief. */
function textsOfComponents(): string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  for (let node = texts.nextNode(); node instanceof Text; node = texts.nextNode())
    if (
      Object.keys(node).some(key => key.startsWith('__reactFiber')) &&
      !node.parentElement?.closest('span[role=status]')
    )
      found.push(node.data)
  return found
}

// A warning from React or the browser is a failure, even if the screen looks right.
afterEach(() => {
  const loose = textsOfComponents()
  cleanup()
  const [complaint] = reported.mock.calls
  // In this order, because tests spy on fake timers, and stub globals on top of them. Otherwise, later files keep them.
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  // Test files share modules, so what the stores hold would reach the next file.
  closeBillingDialog()
  closeToast()
  localStorage.clear()
  document.cookie = 'leadline_signed_in=; path=/; max-age=0'
  history.replaceState(null, '', '/')
  if (complaint) throw new Error(`console.error: ${complaint.map(String).join(' ')}`)
  if (loose.length > 0) throw new Error(`A component returned text without an element: ${loose.join(', ')}`)
})
