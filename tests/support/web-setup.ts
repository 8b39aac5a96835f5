import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, type MockInstance, vi } from 'vitest'

// A busy machine needs longer than the library's default of one second.
configure({ asyncUtilTimeout: 8000 })

// The layout of a wide screen: without a browser, nothing has a size.
Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => 1024 })

let reported: MockInstance<typeof console.error>
beforeEach(() => {
  reported = vi.spyOn(console, 'error')
})

// A warning from React or the browser is a failure, even if the screen looks right.
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  localStorage.clear()
  document.cookie = 'leadline_signed_in=; path=/; max-age=0'
  history.replaceState(null, '', '/')
  const [complaint] = reported.mock.calls
  reported.mockRestore()
  if (complaint) throw new Error(`console.error: ${complaint.map(String).join(' ')}`)
})
