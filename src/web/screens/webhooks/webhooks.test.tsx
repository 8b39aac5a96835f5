import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Webhook, WebhookMessage } from '#contract/accounts/webhooks.ts'
import { makeUser } from '../../testing/fixtures.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { inTurn, never, ok, refused, type Routes, stubApi } from '../../testing/stub-api.ts'
import { clickBeside, waysToClose } from '../../testing/ways-to-close.ts'
import WebhooksScreen from './webhooks.screen.tsx'

const hook: Webhook = {
  id: 7,
  url: 'https://hooks.example/crm',
  events: ['lead.pulled', 'quota.low'],
  state: 'on',
  createdAt: '2026-02-01T10:00:00.000Z',
  failingSince: null,
  formerSecretUntil: null,
}
const message: WebhookMessage = {
  id: 31,
  webhookId: 'msg_1',
  type: 'lead.pulled',
  state: 'failed',
  createdAt: '2026-02-02T10:00:00.000Z',
  nextAttemptAt: null,
  attempts: [
    { id: 2, at: '2026-02-02T10:00:05.000Z', status: null, ms: 15_000, fault: 'timeout' },
    { id: 1, at: '2026-02-02T10:00:00.000Z', status: 500, ms: 32, fault: null },
  ],
}
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

function show(routes: Routes, tier: 'elite' | 'pro' = 'elite') {
  const calls = stubApi(routes)
  return { calls, ...renderAt('/webhooks', <WebhooksScreen />, makeUser({ subscriptionTier: tier })) }
}
const withHook = (changes: Partial<Webhook> = {}): Routes => ({
  'GET /api/webhooks': ok({ webhooks: [{ ...hook, ...changes }] }),
})

test('a webhook is listed with its address, its events, and its state', async () => {
  show(withHook())
  await screen.findByRole('heading', { name: hook.url })
  expect(screen.getByText('New leads').title).toBe('lead.pulled')
  screen.getByText('Quota low')
  screen.getByText('On')
})

test('a new webhook needs an address and an event; its secret is shown once, and survives a click outside', async () => {
  const { calls, keyboard } = show({
    'GET /api/webhooks': ok({ webhooks: [] }),
    'POST /api/webhooks': ok({ webhook: hook, secret }, 201),
  })
  await screen.findByText('No webhooks')
  await keyboard.click(screen.getByRole('button', { name: 'New webhook' }))
  await keyboard.click(screen.getByRole('checkbox', { name: /New leads/ }))
  await keyboard.click(screen.getByRole('button', { name: 'Create webhook' }))
  await screen.findByText('Please enter an address that begins with https://')
  screen.getByText('Please choose at least one event')
  await keyboard.type(screen.getByLabelText('Address'), hook.url)
  await keyboard.click(screen.getByRole('checkbox', { name: /New leads/ }))
  await keyboard.click(screen.getByRole('checkbox', { name: /Quota low/ }))
  await keyboard.click(screen.getByRole('button', { name: 'Create webhook' }))
  const shown = await screen.findByLabelText<HTMLInputElement>('Signing secret')
  expect(shown.value).toBe(secret)
  clickBeside()
  expect(screen.getByLabelText('Signing secret')).toBe(shown)
  await keyboard.click(screen.getByRole('button', { name: 'Copy' }))
  expect(await navigator.clipboard.readText()).toBe(secret)
  await keyboard.click(screen.getByRole('button', { name: 'Done' }))
  expect(screen.queryByDisplayValue(secret)).toBeNull()
  screen.getByRole('heading', { name: hook.url })
  expect(calls.at(-1)?.sent).toEqual({ url: hook.url, events: ['lead.pulled', 'quota.low'] })
})

test('an address that the server refuses is marked, with its reason', async () => {
  const issues = [{ path: 'url', message: 'This address is not reachable from the internet' }]
  const { keyboard } = show({
    'GET /api/webhooks': ok({ webhooks: [] }),
    'POST /api/webhooks': refused('INVALID_REQUEST', { issues }),
  })
  await keyboard.click(await screen.findByRole('button', { name: 'New webhook' }))
  await keyboard.type(screen.getByLabelText('Address'), 'https://10.0.0.1/')
  await keyboard.click(screen.getByRole('button', { name: 'Create webhook' }))
  await screen.findByText('This address is not reachable from the internet')
  expect(document.activeElement).toBe(screen.getByLabelText('Address'))
})

test('an account with ten webhooks is told why it gets no other', async () => {
  const webhooks = Array.from({ length: 10 }, (_, id) => ({ ...hook, id, url: `https://hooks.example/${id}` }))
  const { keyboard } = show({
    'GET /api/webhooks': ok({ webhooks }),
    'POST /api/webhooks': refused('TOO_MANY_WEBHOOKS'),
  })
  await screen.findByRole('heading', { name: 'https://hooks.example/9' })
  await keyboard.click(screen.getByRole('button', { name: 'New webhook' }))
  await keyboard.type(screen.getByLabelText('Address'), hook.url)
  await keyboard.click(screen.getByRole('checkbox', { name: /Quota low/ }))
  await keyboard.click(screen.getByRole('button', { name: 'Create webhook' }))
  expect(await screen.findByText(/^You have reached the maximum number of webhooks/)).toBeDefined()
})

test('the dialog cannot be closed while a webhook is being created, because its secret is shown only once', async () => {
  const { keyboard } = show({ 'GET /api/webhooks': ok({ webhooks: [] }), 'POST /api/webhooks': never })
  await keyboard.click(await screen.findByRole('button', { name: 'New webhook' }))
  await keyboard.type(screen.getByLabelText('Address'), hook.url)
  await keyboard.click(screen.getByRole('button', { name: 'Create webhook' }))
  expect(await waysToClose(keyboard, 'Cancel')).toEqual([])
})

test('the address and the events can be changed', async () => {
  const { calls, keyboard } = show({
    ...withHook(),
    'PATCH /api/webhooks/7': ok({ ...hook, url: 'https://hooks.example/other' }),
  })
  await keyboard.click(await screen.findByRole('button', { name: `Edit ${hook.url}` }))
  await keyboard.clear(screen.getByLabelText('Address'))
  await keyboard.type(screen.getByLabelText('Address'), 'https://hooks.example/other')
  await keyboard.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByRole('heading', { name: 'https://hooks.example/other' })
  expect(calls.at(-1)?.sent).toEqual({ url: 'https://hooks.example/other', events: ['lead.pulled', 'quota.low'] })
})

test('a new secret is shown once, and the card says how long the former one works', async () => {
  const until = '2026-02-03T10:00:00.000Z'
  const { keyboard } = show({
    ...withHook(),
    'POST /api/webhooks/7/rotation': ok({ webhook: { ...hook, formerSecretUntil: until }, secret }),
  })
  await keyboard.click(await screen.findByRole('button', { name: `Replace secret of ${hook.url}` }))
  await keyboard.click(screen.getByRole('button', { name: 'Replace secret' }))
  expect((await screen.findByLabelText<HTMLInputElement>('Signing secret')).value).toBe(secret)
  await keyboard.click(screen.getByRole('button', { name: 'Done' }))
  await screen.findByText(/The former secret also works until Feb 3, 2026/)
})

test('a webhook that was turned off says why, and is turned on again with one click', async () => {
  const { calls, keyboard } = show({ ...withHook({ state: 'failed' }), 'PATCH /api/webhooks/7': ok(hook) })
  await screen.findByText(/Every message to it has failed for five days/)
  await keyboard.click(screen.getByRole('button', { name: `Turn on ${hook.url}` }))
  await screen.findByText('On')
  expect(calls.at(-1)?.sent).toEqual({ isOn: true })
})

test('a double click turns a webhook on, and not off again', async () => {
  const { calls, keyboard } = show({
    ...withHook({ state: 'off' }),
    'PATCH /api/webhooks/7': ok(hook),
    'GET /api/webhooks/7/messages': ok({ items: [], nextCursor: null }),
  })
  await keyboard.click(await screen.findByRole('button', { name: `Turn on ${hook.url}` }))
  fireEvent.click(await screen.findByRole('button', { name: `Turn off ${hook.url}` }), { detail: 2 })
  await keyboard.click(screen.getByRole('button', { name: `History of ${hook.url}` }))
  await screen.findByText('No messages yet.')
  expect(calls.flatMap(({ route, sent }) => (route.startsWith('PATCH') ? [sent] : []))).toEqual([{ isOn: true }])
})

test('the history shows each attempt, and a failed message can be sent again', async () => {
  const { calls, keyboard } = show({
    ...withHook(),
    'GET /api/webhooks/7/messages': inTurn(
      ok({ items: [message], nextCursor: null }),
      ok({ items: [{ ...message, state: 'delivered' }], nextCursor: null }),
    ),
    'POST /api/webhooks/7/messages/31/resend': ok({ message: 'Message on its way' }, 202),
  })
  await keyboard.click(await screen.findByRole('button', { name: `History of ${hook.url}` }))
  const table = within(await screen.findByRole('table'))
  table.getByText(/No answer after 15 s$/)
  table.getByText(/500 after 32 ms$/)
  await keyboard.click(table.getByRole('button', { name: /^Send again/ }))
  await screen.findByText('Delivered')
  expect(calls.map(({ route }) => route)).toContain('POST /api/webhooks/7/messages/31/resend')
})

test('a message that waits because the receiver asked for a pause says until when', async () => {
  const waiting: WebhookMessage = { ...message, state: 'waiting', attempts: [] }
  const { keyboard } = show({
    ...withHook(),
    'GET /api/webhooks/7/messages': ok({
      items: [
        { ...waiting, nextAttemptAt: '2026-02-03T10:00:00.000Z' },
        { ...waiting, id: 30, nextAttemptAt: waiting.createdAt },
      ],
      nextCursor: null,
    }),
  })
  await keyboard.click(await screen.findByRole('button', { name: `History of ${hook.url}` }))
  expect((await screen.findAllByText(/Next attempt/)).map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Paused by the receiver\. Next attempt Feb 3, 2026/),
  ])
})

test('if the connection fails while a message waits, the page does not say so every two seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const waiting: WebhookMessage = { ...message, state: 'waiting', attempts: [] }
  const { calls } = show({
    ...withHook(),
    'GET /api/webhooks/7/messages': inTurn(ok({ items: [waiting], nextCursor: null }), refused('UNAVAILABLE')),
  })
  fireEvent.click(await screen.findByRole('button', { name: `History of ${hook.url}` }))
  await screen.findByText('Waiting')
  for (let second = 0; second < 20; second++) await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(calls.filter(({ route }) => route === 'GET /api/webhooks/7/messages')).toHaveLength(2)
})

test('a test message opens the history, and appears in one that is open', async () => {
  const sent: WebhookMessage = { ...message, type: 'test', state: 'delivered', attempts: [] }
  const { keyboard } = show({
    ...withHook(),
    'POST /api/webhooks/7/test': ok({ message: 'Test message on its way' }, 202),
    'GET /api/webhooks/7/messages': inTurn(
      ok({ items: [sent], nextCursor: null }),
      ok({ items: [{ ...sent, id: 32 }, sent], nextCursor: null }),
    ),
  })
  const button = await screen.findByRole('button', { name: `Send test to ${hook.url}` })
  await keyboard.click(button)
  await screen.findByText('Test message on its way')
  await screen.findByText('test')
  await keyboard.click(button)
  await expect.poll(() => screen.getAllByText('test')).toHaveLength(2)
})

test('a history is read again when it is opened again', async () => {
  const { keyboard } = show({
    ...withHook(),
    'GET /api/webhooks/7/messages': inTurn(
      ok({ items: [], nextCursor: null }),
      ok({ items: [{ ...message, state: 'delivered' }], nextCursor: null }),
    ),
  })
  const history = await screen.findByRole('button', { name: `History of ${hook.url}` })
  await keyboard.click(history)
  await screen.findByText('No messages yet.')
  await keyboard.click(history)
  await keyboard.click(history)
  expect(await screen.findByText('Delivered')).toBeTruthy()
})

test('an empty history says so, and one that failed to load can be requested again', async () => {
  const { keyboard } = show({
    ...withHook(),
    'GET /api/webhooks/7/messages': inTurn(refused('UNAVAILABLE'), ok({ items: [], nextCursor: null })),
  })
  await keyboard.click(await screen.findByRole('button', { name: `History of ${hook.url}` }))
  await keyboard.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No messages yet.')).toBeTruthy()
})

test('a webhook is deleted after a confirmation', async () => {
  const { keyboard } = show({ ...withHook(), 'DELETE /api/webhooks/7': ok({ message: 'Webhook deleted' }) })
  await keyboard.click(await screen.findByRole('button', { name: `Delete ${hook.url}` }))
  await keyboard.click(screen.getByRole('button', { name: 'Delete webhook' }))
  expect(await screen.findByText('No webhooks')).toBeTruthy()
})

test('on other plans no webhook can be created or called, and existing ones can be deleted', async () => {
  show(withHook(), 'pro')
  await screen.findByRole('button', { name: `Delete ${hook.url}` })
  screen.getByText('Your webhooks are not called until you return to Elite.')
  screen.getByText('Not in your plan')
  expect(screen.queryByText('On')).toBeNull()
  expect(screen.queryByRole('button', { name: 'New webhook' })).toBeNull()
  expect(screen.queryByRole('button', { name: `Send test to ${hook.url}` })).toBeNull()
})

test('without API access, a user without webhooks only reads what it is for', async () => {
  const { calls } = show({ 'GET /api/webhooks': ok({ webhooks: [] }) }, 'pro')
  await screen.findByText('With API access, we can tell your own programs what happens.')
  await expect.poll(() => calls.length).toBeGreaterThan(0)
  await expect.poll(() => screen.queryByText('Loading webhooks')).toBeNull()
  expect(screen.queryByText('No webhooks')).toBeNull()
})

test('a list that failed to load can be requested again', async () => {
  show({ 'GET /api/webhooks': refused('UNAVAILABLE') })
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('the screen shows that the list is loading', () => {
  show({ 'GET /api/webhooks': () => never() })
  expect(screen.getByText('Webhooks')).toBeTruthy()
})
