import { act, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../shared/session/query-client.ts'
import { showToast } from '../shared/toast/toast.store.ts'
import { refused, stubApi } from '../testing/stub-api.ts'
import { App } from './app.tsx'

vi.mock('../shared/toast/toast-view.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})
// React logs the caught error, as expected.
beforeEach(() => void vi.mocked(console.error).mockImplementation(() => {}))

test('if the code for toasts fails to load, the screen stays and the toast is still shown', async () => {
  stubApi({})
  history.replaceState(null, '', '/about')
  render(<App client={createQueryClient()} />)
  await screen.findByRole('heading', { name: 'About Leadline' })
  // Each toast tries to load the code again and reports its failure once.
  for (const times of [1, 2]) {
    act(() => showToast({ title: `Something ${times}`, description: 'And why.' }))
    await expect.poll(() => vi.mocked(console.error).mock.calls.length).toBe(times)
    expect(screen.getByText(`Something ${times}`).closest('[role=status]')?.textContent).toContain('And why.')
  }
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText('Something 2')).toBeNull()
  expect(screen.getByRole('heading', { name: 'About Leadline' })).toBeDefined()
  vi.mocked(console.error).mockClear()
})

test('a failed login of a visitor is shown even if the code for toasts fails to load', async () => {
  stubApi({ 'POST /api/login': refused('WRONG_CREDENTIALS') })
  history.replaceState(null, '', '/auth')
  render(<App client={createQueryClient()} />)
  const keyboard = userEvent.setup()
  await keyboard.type(await screen.findByLabelText('Username'), 'ada')
  await keyboard.type(screen.getByLabelText('Password'), 'not the one')
  await keyboard.click(screen.getByRole('button', { name: 'Log in' }))
  const title = await screen.findByText('Login failed')
  expect(title.closest('[role=alert]')).not.toBeNull()
  vi.mocked(console.error).mockClear()
})
