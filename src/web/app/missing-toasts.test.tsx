import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../shared/api/query-client.ts'
import { stubApi } from '../shared/testing/stub-api.ts'
import { showToast } from '../shared/toast/toast.store.ts'
import { App } from './app.tsx'

vi.mock('../shared/toast/toast-view.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})
// React reports what was caught, as it should here.
beforeEach(() => void vi.mocked(console.error).mockImplementation(() => {}))

test('a toast whose code does not come leaves the screen standing', async () => {
  stubApi({})
  history.replaceState(null, '', '/about')
  render(<App client={createQueryClient()} />)
  await screen.findByRole('heading', { name: 'About Leadline' })
  // Each tries anew, and is told once.
  for (const times of [1, 2]) {
    act(() => showToast({ title: 'Something' }))
    await expect.poll(() => vi.mocked(console.error).mock.calls.length).toBe(times)
  }
  expect(screen.getByRole('heading', { name: 'About Leadline' })).toBeDefined()
  vi.mocked(console.error).mockClear()
})
