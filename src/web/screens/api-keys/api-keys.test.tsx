import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ApiKey } from '#contract/accounts/api-keys.ts'
import { makeUser } from '../../testing/fixtures.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { inTurn, never, ok, refused, type Routes, stubApi } from '../../testing/stub-api.ts'
import { clickBeside, waysToClose } from '../../testing/ways-to-close.ts'
import ApiKeysScreen from './api-keys.screen.tsx'

const nightly: ApiKey = {
  id: 7,
  name: 'Nightly sync',
  scope: 'search',
  ending: 'x9Qa',
  createdAt: '2026-02-01T10:00:00.000Z',
  lastUsedAt: null,
  expiresAt: null,
}

function show(routes: Routes, tier: 'elite' | 'pro' = 'elite') {
  const calls = stubApi(routes)
  return { calls, ...renderAt('/api-keys', <ApiKeysScreen />, makeUser({ subscriptionTier: tier })) }
}

test('keys are listed with name, last characters, access, expiry, and last use', async () => {
  const report: ApiKey = { ...nightly, id: 8, name: 'Report', scope: 'write', expiresAt: '2026-02-09T10:00:00.000Z' }
  show({ 'GET /api/api-keys': ok({ apiKeys: [nightly, report] }) })
  const row = await screen.findByRole('row', { name: /Nightly sync/ })
  expect(
    within(row)
      .getAllByRole('cell')
      .slice(0, 6)
      .map(cell => cell.textContent),
  ).toEqual(['Nightly sync', '…x9Qa', 'Read and search', 'Feb 1, 2026', 'Never', 'Never'])
  const expired = within(screen.getByRole('row', { name: /Report/ }))
  expired.getByText('Read, search, and change')
  expired.getByText('Expired Feb 9, 2026')
})

test('a key created after the list failed to load does not replace the list', async () => {
  const report = { ...nightly, id: 8, name: 'Report' }
  const { keyboard } = show({
    'GET /api/api-keys': inTurn(refused('UNAVAILABLE'), ok({ apiKeys: [nightly, report] })),
    'POST /api/api-keys': ok({ apiKey: nightly, secret: 'leadline_s' }, 201),
  })
  await screen.findByRole('button', { name: 'Try again' })
  await keyboard.click(screen.getByRole('button', { name: 'New API key' }))
  await keyboard.type(screen.getByLabelText('Name'), 'Nightly sync')
  await keyboard.type(screen.getByLabelText('Your password'), 'correct horse battery')
  await keyboard.click(screen.getByRole('button', { name: 'Create key' }))
  await screen.findByLabelText('API key')
  await keyboard.click(screen.getByRole('button', { name: 'Close dialog' }))
  await screen.findByRole('row', { name: /Nightly sync/ })
  expect(screen.getByRole('row', { name: /Report/ })).toBeDefined()
})

test('a new key is shown once, survives a click outside the dialog, and is then listed', async () => {
  const secret = `leadline_${'s'.repeat(43)}`
  const { calls, keyboard } = show({
    'GET /api/api-keys': ok({ apiKeys: [] }),
    'POST /api/api-keys': ok({ apiKey: nightly, secret }, 201),
  })
  await screen.findByText('No API keys')
  await keyboard.click(screen.getByRole('button', { name: 'New API key' }))
  await keyboard.click(screen.getByRole('button', { name: 'Create key' }))
  await screen.findByText('Please enter a name for the key')
  await keyboard.type(screen.getByLabelText('Name'), 'Nightly sync')
  await keyboard.selectOptions(screen.getByLabelText('Access'), 'search')
  await keyboard.selectOptions(screen.getByLabelText('Expires'), 'In 90 days')
  await keyboard.type(screen.getByLabelText('Your password'), 'correct horse battery')
  await keyboard.click(screen.getByRole('button', { name: 'Create key' }))
  const shown = await screen.findByLabelText<HTMLInputElement>('API key')
  expect(shown.value).toBe(secret)
  expect(document.activeElement).toBe(shown)
  clickBeside()
  expect(screen.getByLabelText('API key')).toBe(shown)
  await keyboard.click(screen.getByRole('button', { name: 'Copy' }))
  await screen.findByRole('button', { name: 'Copied' })
  expect(await navigator.clipboard.readText()).toBe(secret)
  await keyboard.click(screen.getByRole('button', { name: 'Done' }))
  expect(screen.queryByDisplayValue(secret)).toBeNull()
  screen.getByRole('row', { name: /Nightly sync/ })
  expect(calls.at(-1)?.sent).toEqual({
    name: 'Nightly sync',
    scope: 'search',
    expiresInDays: 90,
    currentPassword: 'correct horse battery',
  })
})

test('with a wrong password no key is created, and the field shows the error', async () => {
  const issues = [{ path: 'currentPassword', message: 'That is not your password.' }]
  const { keyboard } = show({
    'GET /api/api-keys': ok({ apiKeys: [] }),
    'POST /api/api-keys': refused('WRONG_PASSWORD', { issues }),
  })
  await keyboard.click(await screen.findByRole('button', { name: 'New API key' }))
  await keyboard.type(screen.getByLabelText('Name'), 'Nightly sync')
  await keyboard.type(screen.getByLabelText('Your password'), 'not this one')
  await keyboard.click(screen.getByRole('button', { name: 'Create key' }))
  await screen.findByText('That is not your password.')
  expect(document.activeElement).toBe(screen.getByLabelText('Your password'))
})

test('a key is revoked after a confirmation and disappears from the list', async () => {
  const { keyboard } = show({
    'GET /api/api-keys': ok({ apiKeys: [nightly] }),
    'DELETE /api/api-keys/7': ok({ message: 'API key revoked' }),
  })
  await keyboard.click(await screen.findByRole('button', { name: 'Revoke Nightly sync' }))
  await keyboard.click(screen.getByRole('button', { name: 'Revoke key' }))
  await screen.findByText('API key revoked')
  expect(await screen.findByText('No API keys')).toBeTruthy()
})

test('the dialog cannot be closed while a key is being revoked', async () => {
  const { keyboard } = show({ 'GET /api/api-keys': ok({ apiKeys: [nightly] }), 'DELETE /api/api-keys/7': never })
  await keyboard.click(await screen.findByRole('button', { name: 'Revoke Nightly sync' }))
  await keyboard.click(screen.getByRole('button', { name: 'Revoke key' }))
  expect(await waysToClose(keyboard, 'Keep key')).toEqual([])
})

test('the dialog cannot be closed while a key is being created, because it is shown only once', async () => {
  const { keyboard } = show({ 'GET /api/api-keys': ok({ apiKeys: [] }), 'POST /api/api-keys': never })
  await keyboard.click(await screen.findByRole('button', { name: 'New API key' }))
  await keyboard.type(screen.getByLabelText('Name'), 'Nightly sync')
  await keyboard.type(screen.getByLabelText('Your password'), 'correct horse battery')
  await keyboard.click(screen.getByRole('button', { name: 'Create key' }))
  expect(await waysToClose(keyboard, 'Cancel')).toEqual([])
})

test('on other plans no key can be created, and existing keys can be revoked', async () => {
  show({ 'GET /api/api-keys': ok({ apiKeys: [nightly] }) }, 'pro')
  await screen.findByRole('button', { name: 'Revoke Nightly sync' })
  screen.getByText('API access is part of the Elite plan.')
  screen.getByText('Your keys do not work until you return to Elite.')
  expect(screen.queryByRole('button', { name: 'New API key' })).toBeNull()
})

test('a user without keys reads how keys work, or, without API access, what it is for', async () => {
  const { unmount } = show({ 'GET /api/api-keys': ok({ apiKeys: [] }) })
  await screen.findByText('No API keys')
  unmount()
  const { calls } = show({ 'GET /api/api-keys': ok({ apiKeys: [] }) }, 'pro')
  await screen.findByText('With API access, your own programs can search and read your leads.')
  await expect.poll(() => calls.length).toBeGreaterThan(0)
  await expect.poll(() => screen.queryByText('Loading API keys')).toBeNull()
  expect(screen.queryByText('No API keys')).toBeNull()
})

test('a list that failed to load can be requested again', async () => {
  show({ 'GET /api/api-keys': refused('UNAVAILABLE') })
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('the screen shows that the list is loading', () => {
  show({ 'GET /api/api-keys': () => never() })
  expect(screen.getByText('API keys')).toBeTruthy()
})
