import { act, cleanup, renderHook, screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { UNLIMITED } from '#contract/plans.ts'
import { changeUser } from '../../shared/session/session.queries.ts'
import { useKey } from '../../shared/use-key.ts'
import { makeSubscription } from '../../testing/billing.fixture.ts'
import { makeUser } from '../../testing/fixtures.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { inTurn, later, never, ok, refused, type Routes, stubApi } from '../../testing/stub-api.ts'
import { clickBeside, waysToClose } from '../../testing/ways-to-close.ts'
import ProfileScreen from './profile.screen.tsx'

const offSecurity = { twoFactor: { isOn: false, recoveryCodesLeft: 0 } }
function show(routes: Routes = {}, user = makeUser({ firstName: 'Dana', lastName: 'Reyes' })) {
  const calls = stubApi({
    'GET /api/user': ok(user),
    'GET /api/account/security': ok(offSecurity),
    'GET /api/account/sessions': ok([]),
    'GET /api/account/programs': ok({ apiKeys: [], webhooks: [] }),
    ...routes,
  })
  const changes = () => calls.filter(({ route }) => route.startsWith('PATCH'))
  return { changes, ...renderAt('/profile', <ProfileScreen />, user) }
}
const field = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name, { selector: 'input' })
const emailPassword = () =>
  screen.getAllByLabelText<HTMLInputElement>(/^Current password/, { selector: 'input' })[0] as HTMLInputElement
const save = () => screen.getByRole('button', { name: 'Save changes' })
const valueOf = (term: string) => screen.getByText(term).nextElementSibling?.textContent

test('letters that are shortcuts can be turned off on this device, and other keys still work', async () => {
  const { keyboard } = show()
  const pressed: string[] = []
  for (const key of ['s', 'ArrowLeft']) renderHook(() => useKey(key, () => pressed.push(key)))
  await keyboard.keyboard('s')
  await keyboard.click(await screen.findByLabelText(/^Letters are shortcuts/))
  await keyboard.keyboard('s{ArrowLeft}')
  expect(pressed).toEqual(['s', 'ArrowLeft'])
  expect(localStorage.getItem('letters')).toBe('off')
  await keyboard.click(screen.getByLabelText(/^Letters are shortcuts/))
  await keyboard.keyboard('s')
  // With Caps Lock.
  await keyboard.keyboard('S')
  expect(pressed).toEqual(['s', 'ArrowLeft', 's', 's'])
})

test('the form shows the current values, and a saved change appears everywhere', async () => {
  const changed = makeUser({ firstName: 'Dana', lastName: null, email: 'new@example.com' })
  const { changes, keyboard, client } = show({ 'PATCH /api/profile': ok(changed) })
  expect(
    [field(/^First name/), field(/^Last name/), field(/^Email/), field(/^Username/)].map(({ value }) => value),
  ).toEqual(['Dana', 'Reyes', 'dana@example.com', 'dana'])
  await keyboard.clear(field(/^Last name/))
  await keyboard.clear(field(/^Email/))
  await keyboard.type(field(/^Email/), 'new@example.com')
  await keyboard.click(save())
  await screen.findByText('Please enter your password')
  await keyboard.type(emailPassword(), 'correct horse battery{Enter}')
  await screen.findByText('Profile updated')
  // The field of the password had the focus, and is gone.
  expect(document.activeElement).toBe(field(/^Email/))
  expect(changes()).toEqual([
    {
      route: 'PATCH /api/profile',
      query: '',
      sent: {
        firstName: 'Dana',
        lastName: '',
        email: 'new@example.com',
        username: 'dana',
        currentPassword: 'correct horse battery',
      },
    },
  ])
  expect(client.getQueryData(['user'])).toMatchObject({ user: changed })
})

test('all programs are stopped after a question that says what happens to each', async () => {
  const at = '2026-03-02T10:00:00.000Z'
  const key = { id: 1, name: 'n8n', ending: 'abcd', scope: 'read', lastUsedAt: at, expiresAt: null }
  const hook = { id: 2, url: 'https://hooks.example/', state: 'on' }
  const { client, keyboard } = show({
    'GET /api/account/programs': ok({ apiKeys: [key], webhooks: [hook] }),
    'DELETE /api/account/programs': ok({ apiKeys: [], webhooks: [{ ...hook, state: 'held' }] }),
  })
  const pages = [['api-keys'], ['webhooks']]
  for (const page of pages) client.setQueryData(page, [])
  await screen.findByText('API key “n8n” (…abcd)')
  await keyboard.click(screen.getByRole('button', { name: 'Stop all programs' }))
  await screen.findByText(/1 API key will be revoked, which you cannot undo\. 1 webhook will be on hold/)
  await keyboard.click(screen.getByRole('button', { name: 'Stop all' }))
  await screen.findByText('On hold')
  expect(screen.queryByText('API key “n8n” (…abcd)')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Stop all programs' })).toBeNull()
  expect(pages.map(page => client.getQueryState(page)?.isInvalidated)).toEqual([true, true])
})

test('two sessions on one kind of device have buttons that say which one they end, and end it', async () => {
  const device = { device: 'Chrome on Windows', lastUsedAt: '2026-03-09T10:00:00.000Z', isCurrent: false }
  const sessions = [2, 3].map(id => Object.assign({ id, signedInAt: `2026-03-0${id}T10:00:00.000Z` }, device))
  const { keyboard } = show({
    'GET /api/account/sessions': ok(sessions),
    'DELETE /api/account/sessions/2': ok(sessions.slice(1)),
  })
  const first = await screen.findByRole('button', { name: /^Log out Chrome on Windows, signed in Mar 2, 2026/ })
  expect(screen.getAllByRole('button', { name: /^Log out Chrome on Windows, signed in Mar 3, 2026/ })).toHaveLength(1)
  await keyboard.click(first)
  await expect.poll(() => screen.getAllByRole('button', { name: /^Log out / })).toHaveLength(1)
})

test('a webhook is not called on while the plan has no API access', async () => {
  const programs = ok({ apiKeys: [], webhooks: [{ id: 2, url: 'https://hooks.example/', state: 'on' }] })
  show({ 'GET /api/account/programs': programs }, makeUser({ subscriptionTier: 'pro' }))
  await screen.findByText('Webhook https://hooks.example/')
  screen.getByText('Not in your plan')
  expect(screen.queryByText('On')).toBeNull()
})

test('the profile leads to the settings of emails', () => {
  show()
  expect(screen.getByRole('link', { name: 'Email settings' }).getAttribute('href')).toBe('/saved-searches')
})

const hooks = (state: string) => [3, 2].map(id => ({ id, url: `https://hooks.example/${id}`, state }))

test('several webhooks are called them, and after a lost answer the list shows what was stopped', async () => {
  const { keyboard } = show({
    'GET /api/account/programs': inTurn(
      ok({ apiKeys: [], webhooks: hooks('on') }),
      ok({ apiKeys: [], webhooks: hooks('held') }),
    ),
    'DELETE /api/account/programs': refused('UNAVAILABLE'),
  })
  await keyboard.click(await screen.findByRole('button', { name: 'Stop all programs' }))
  await screen.findByText('2 webhooks will be on hold: messages wait until you turn them on again.')
  await keyboard.click(screen.getByRole('button', { name: 'Stop all' }))
  await screen.findByText('The programs were not stopped')
  expect(await screen.findAllByText('On hold')).toHaveLength(2)
})

test('the profile shows the same next charge as the subscription page', async () => {
  const subscription = makeSubscription({
    scheduledChange: { tier: 'starter', at: '2026-12-15T00:00:00.000Z' },
    nextCharge: { amountCents: 1900, creditCents: 0, taxCents: 0 },
  })
  show({ 'GET /api/subscription': ok(subscription) }, makeUser({ subscriptionTier: 'pro' }))
  await expect.poll(() => valueOf('Next charge')).toBe('$19 on Dec 15, 2026')
})

test('the profile shows an overdue payment, and that a month is being charged', async () => {
  const late = makeSubscription({
    renewsAt: null,
    nextCharge: null,
    openInvoice: { amountDueCents: 4900, graceEndsAt: '2026-12-22T00:00:00.000Z' },
  })
  show({ 'GET /api/subscription': ok(late) }, makeUser({ subscriptionTier: 'pro' }))
  await expect.poll(() => valueOf('Next charge')).toBe('$49 overdue')
  cleanup()
  show({ 'GET /api/subscription': ok(makeSubscription({ isRenewing: true })) }, makeUser({ subscriptionTier: 'pro' }))
  await expect.poll(() => valueOf('Next charge')).toBe('Being charged now')
})

test('an invalid email and a short username show errors at their fields, and nothing is sent', async () => {
  const { changes, keyboard } = show()
  await keyboard.clear(field(/^Email/))
  await keyboard.clear(field(/^Username/))
  await keyboard.type(field(/^Username/), 'da')
  await keyboard.click(save())
  await screen.findByText('Please enter a valid email address')
  screen.getByText('Username must be at least 3 characters')
  expect(changes()).toEqual([])
  // Screen readers read the other error with its field.
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  expect(document.activeElement?.getAttribute('aria-describedby')).toContain(screen.getByRole('alert').id)
})

async function confirmWithPassword(keyboard: UserEvent, opener: string, action: string): Promise<void> {
  await keyboard.click(await screen.findByRole('button', { name: opener }))
  await keyboard.type(screen.getByLabelText('Your password'), 'correct horse battery')
  const code = screen.queryByLabelText('Code')
  if (code !== null) await keyboard.type(code, '123456')
  await keyboard.click(within(screen.getByRole('dialog')).getByRole('button', { name: action }))
}

test('the dialog cannot be closed while the account is being deleted', async () => {
  const { keyboard } = show({ 'POST /api/account/delete': never })
  await confirmWithPassword(keyboard, 'Delete my account', 'Delete permanently')
  expect(await waysToClose(keyboard, 'Not now')).toEqual([])
})

test('the dialog cannot be closed while two-factor sign-in is turned on, because the recovery codes are shown only once', async () => {
  const { keyboard } = show({
    'POST /api/account/two-factor': ok({ secret: 'ABCD', uri: 'otpauth://totp/Leadline:dana?secret=ABCD' }),
    'POST /api/account/two-factor/confirm': never,
  })
  await confirmWithPassword(keyboard, 'Set up two-factor sign-in', 'Continue')
  await keyboard.type(await screen.findByLabelText('Code'), '123456')
  await keyboard.click(screen.getByRole('button', { name: 'Turn on' }))
  expect(await waysToClose(keyboard, 'Not now')).toEqual([])
})

test('new recovery codes appear when they are created, can be copied, and survive a click outside the dialog and Escape', async () => {
  const { client, keyboard } = show({
    'GET /api/account/security': inTurn(ok({ twoFactor: { isOn: true, recoveryCodesLeft: 2 } }), never),
    'POST /api/account/two-factor/recovery-codes': ok({ recoveryCodes: ['abcd-efgh'] }),
  })
  await confirmWithPassword(keyboard, 'New recovery codes', 'Create new codes')
  await screen.findByText('abcd-efgh')
  // How many are left.
  expect(client.isFetching()).toBe(1)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Copy' }))
  clickBeside()
  await keyboard.keyboard('{Escape}')
  expect(screen.queryByText('abcd-efgh')).not.toBeNull()
})

test('turning off two-factor sign-in is shown immediately, without waiting for a reload', async () => {
  const { keyboard } = show({
    'GET /api/account/security': inTurn(ok({ twoFactor: { isOn: true, recoveryCodesLeft: 2 } }), never),
    'POST /api/account/two-factor/remove': ok({ message: 'Two-factor sign-in is off.' }),
  })
  await keyboard.click(await screen.findByRole('button', { name: 'Turn off' }))
  const dialog = within(screen.getByRole('dialog'))
  // As a password manager fills it in: without an event.
  Object.assign(dialog.getByLabelText('Your password'), { value: 'correct horse battery' })
  await keyboard.type(dialog.getByLabelText('Code'), '123456')
  await keyboard.click(dialog.getByRole('button', { name: 'Turn off' }))
  await screen.findByRole('button', { name: 'Set up two-factor sign-in' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('an email changed elsewhere is not overwritten by saving another field', async () => {
  const { changes, keyboard, client } = show({ 'PATCH /api/profile': ok(makeUser({ email: 'new@example.com' })) })
  await keyboard.clear(field(/^First name/))
  await keyboard.type(field(/^First name/), 'Dana-Lee')
  act(() => changeUser(client, user => ({ ...user, email: 'new@example.com' })))
  await expect.poll(() => field(/^Email/).value).toBe('new@example.com')
  await keyboard.click(save())
  await screen.findByText('Profile updated')
  expect(changes()).toMatchObject([{ sent: { firstName: 'Dana-Lee', email: 'new@example.com' } }])
})

test('a pending new email shows where mail goes until it is confirmed, and can be canceled with one click', async () => {
  const waiting = makeUser({ email: 'new@example.com', activeEmail: 'dana@example.com', emailVerified: false })
  const saved = later()
  const { changes, keyboard } = show({ 'PATCH /api/profile': saved.answer }, waiting)
  screen.getByText(/^Until you confirm it, our mail goes to dana@example.com/)
  const keep = screen.getByRole<HTMLButtonElement>('button', { name: 'Keep dana@example.com' })
  await keyboard.click(keep)
  expect([keep.getAttribute('aria-busy'), keep.disabled]).toEqual(['true', true])
  saved.give(ok(makeUser()))
  await screen.findByText('Profile updated')
  expect(changes()).toMatchObject([{ sent: { email: 'dana@example.com' } }])
  await expect.poll(() => field(/^Email/).value).toBe('dana@example.com')
  expect(screen.queryByText(/^Until you confirm it/)).toBeNull()
  await expect.poll(() => document.activeElement).toBe(field(/^Email/))
})

test.each([
  ['before the email is confirmed, the two-factor setup explains what a password reset does to it', {}, /^Confirm/],
  [
    'while a new email waits, the two-factor setup asks for the password only',
    { email: 'new@example.com', activeEmail: 'dana@example.com' },
    'Please enter your password first.',
  ],
])('%s', async (_, emails, text) => {
  const { keyboard } = show({}, makeUser({ emailVerified: false, ...emails }))
  await keyboard.click(await screen.findByRole('button', { name: 'Set up two-factor sign-in' }))
  expect(await screen.findByText(text)).toBeTruthy()
})

test('a taken email shows an error at its field, and the typed values stay', async () => {
  const issues = [{ path: 'email', message: 'Email already exists' }]
  const { keyboard } = show({ 'PATCH /api/profile': refused('EMAIL_TAKEN', { issues }) })
  await keyboard.clear(field(/^Email/))
  await keyboard.type(field(/^Email/), 'taken@example.com')
  await keyboard.type(emailPassword(), 'correct horse battery')
  await keyboard.click(save())
  await screen.findByText('Profile not updated')
  expect(field(/^Email/).getAttribute('aria-invalid')).toBe('true')
  expect(field(/^Email/).value).toBe('taken@example.com')
  expect(screen.getAllByText('Email already exists').length).toBeGreaterThanOrEqual(2)
})

test('the summary shows what is left of the monthly quota and of purchased leads, and links to the subscription', () => {
  const pulls = { remainingContactPulls: 1650, monthlyContactPulls: 1350, purchasedContactPulls: 300 }
  show({}, makeUser({ remainingSearches: 3, ...pulls, contactPullQuota: 2000 }))
  expect(valueOf('Plan')).toBe('Free')
  expect(valueOf('Status')).toBe('Active')
  expect(valueOf('Remaining searches')).toBe('3')
  expect(valueOf('Searches per month')).toBe('5')
  expect(valueOf('Leads left')).toBe('1,350 + 300 extra')
  expect(valueOf('Leads per month')).toBe('2,000')
  expect(screen.getByRole('link', { name: 'Manage Subscription' }).getAttribute('href')).toBe('/subscription')
})

test('a canceled plan shows until when it lasts', () => {
  show({}, makeUser({ subscriptionTier: 'pro', subscriptionStatus: 'canceled' }))
  expect(valueOf('Status')).toBe('Canceling at period end')
})

test("a pro user's searches are unlimited", () => {
  show({}, makeUser({ subscriptionTier: 'pro', remainingSearches: UNLIMITED, searchQuota: 200 }))
  expect(valueOf('Remaining searches')).toBe('Unlimited')
  expect(valueOf('Searches per month')).toBe('200')
})

test('enterprise has unlimited searches', () => {
  show(
    {},
    makeUser({
      subscriptionTier: 'enterprise',
      remainingSearches: UNLIMITED,
      searchQuota: UNLIMITED,
      contactPullQuota: 20_000,
    }),
  )
  expect(['Plan', 'Remaining searches', 'Searches per month', 'Leads per month'].map(valueOf)).toEqual([
    'Enterprise',
    'Unlimited',
    'Unlimited',
    '20,000',
  ])
})

test("elite's search quota is shown as high volume", () => {
  show({}, makeUser({ subscriptionTier: 'elite', remainingSearches: 998, searchQuota: 1000 }))
  expect(valueOf('Searches per month')).toBe('1,000 (High Volume)')
})

const event = (id: number, isByAdministrator = false, device: string | null = 'Firefox on Linux') =>
  ({ id, kind: 'signed-in', device, isByAdministrator, at: '2026-11-20T10:00:00.000Z' }) as const

test('the security log is read when it is opened, and says how much of it is shown', async () => {
  const { keyboard } = show({
    'GET /api/account/security-events': inTurn(
      ok({ items: [event(3), event(2, true, null)], total: 3, nextCursor: '2' }),
      ok({ items: [event(1)], total: 3, nextCursor: null }),
    ),
  })
  await keyboard.click(await screen.findByRole('button', { name: 'Show the log' }))
  const log = await screen.findByRole('list', { name: 'Security events' })
  expect(within(log).getAllByText('Signed in')).toHaveLength(2)
  within(log).getByText(/by an administrator$/)
  screen.getByText('2 of 3')
  await keyboard.click(screen.getByRole('button', { name: 'Load more' }))
  await screen.findByText('3 of 3')
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})

test('the security log is read again when it is opened again, because there may be new events', async () => {
  const { keyboard } = show({
    'GET /api/account/security-events': inTurn(
      ok({ items: [event(1)], total: 1, nextCursor: null }),
      ok({ items: [event(2), event(1)], total: 2, nextCursor: null }),
    ),
  })
  await keyboard.click(await screen.findByRole('button', { name: 'Show the log' }))
  await screen.findByText('1 of 1')
  await keyboard.click(screen.getByRole('button', { name: 'Close dialog' }))
  await keyboard.click(screen.getByRole('button', { name: 'Show the log' }))
  expect(await screen.findByText('2 of 2')).toBeTruthy()
})

test('a security log that does not load says so, and can be asked for again', async () => {
  const { keyboard } = show({
    'GET /api/account/security-events': inTurn(refused('UNAVAILABLE'), ok({ items: [], total: 0, nextCursor: null })),
  })
  await keyboard.click(await screen.findByRole('button', { name: 'Show the log' }))
  await keyboard.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('0 of 0')).toBeTruthy()
})
