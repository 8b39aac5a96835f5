import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, type MockInstance, vi } from 'vitest'

// A busy machine takes longer than the library's one second.
configure({ asyncUtilTimeout: 8000 })

let reported: MockInstance<typeof console.error>
beforeEach(() => {
  reported = vi.spyOn(console, 'error')
})

// What React or the browser complains about is a fault, even when the screen looks right.
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
