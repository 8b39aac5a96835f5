import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest'

let reported: MockInstance<typeof console.error>
beforeEach(() => {
  reported = vi.spyOn(console, 'error')
})

// What React or the browser complains about is a fault, even when the screen looks right.
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  localStorage.clear()
  history.replaceState(null, '', '/')
  expect(reported.mock.calls).toEqual([])
  reported.mockRestore()
})
