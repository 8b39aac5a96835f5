import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { LoginInput } from '#contract/accounts/account.ts'
import { offeredPlans } from '#contract/plans.ts'
import { useForm } from '../../shared/form/use-form.ts'
import { makeUser } from '../../testing/fixtures.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { ok, refused, type Routes, stubApi } from '../../testing/stub-api.ts'
import AuthScreen from './auth.screen.tsx'
import { LoginForm } from './login-form.tsx'

function show(routes: Routes = {}, address = '/auth') {
  const calls = stubApi(routes)
  return { calls, ...renderAt(address, <AuthScreen />) }
}
const field = (name: string) => screen.getByLabelText(name, { exact: true, selector: 'input' })

test('an empty login shows an error at both fields and sends nothing', async () => {
  const { calls, keyboard } = show()
  await keyboard.click(screen.getByRole('button', { name: 'Log in' }))
  await screen.findByText('Username is required')
  screen.getByText('Password is required')
  expect(field('Username').getAttribute('aria-invalid')).toBe('true')
  expect(calls).toEqual([])
})

test('a login stores the user and goes to the dashboard', async () => {
  const { calls, keyboard, client } = show({ 'POST /api/login': ok(makeUser()) })
  await keyboard.type(field('Username'), 'dana')
  await keyboard.type(field('Password'), 'secret-word{Enter}')
  await expect.poll(() => location.pathname).toBe('/dashboard')
  expect(calls).toEqual([{ route: 'POST /api/login', query: '', sent: { username: 'dana', password: 'secret-word' } }])
  expect(client.getQueryData(['user'])).toMatchObject({ user: { username: 'dana' } })
})

test('what a phone fills in without an event is sent, and corrects an error', async () => {
  const { calls, keyboard } = show({ 'POST /api/login': ok(makeUser()) })
  await keyboard.click(screen.getByRole('button', { name: 'Log in' }))
  await screen.findByText('Username is required')
  for (const [name, filled] of [
    ['Username', 'dana'],
    ['Password', 'secret-word'],
  ] as const)
    Object.assign(field(name), { value: filled })
  await keyboard.click(screen.getByRole('button', { name: 'Log in' }))
  await expect.poll(() => calls.map(({ sent }) => sent)).toEqual([{ username: 'dana', password: 'secret-word' }])
})

test.each([
  ['login', 'Log in', 'POST /api/login'],
  ['register', 'Create account', 'POST /api/register'],
])('after %s, the search that a visitor tried is in the form of the dashboard', async (tab, button, route) => {
  const { keyboard } = show({ [route]: ok(makeUser()) }, '/auth?category=pet+groomers&place=Boulder%2C+CO')
  await keyboard.click(screen.getByRole('tab', { name: new RegExp(tab, 'i') }))
  await keyboard.type(field('Username'), 'dana')
  if (tab === 'register') {
    screen.getByText('Create your account first. Then you see your search: pet groomers, Boulder, CO.')
    await keyboard.type(field('Email'), 'dana@example.com')
  }
  await keyboard.type(field('Password'), 'correct horse battery')
  await keyboard.click(screen.getByRole('button', { name: button }))
  await expect
    .poll(() => location.pathname + location.search)
    .toBe('/dashboard?category=pet%20groomers&place=Boulder%2C%20CO')
})

test('switching tabs keeps what was typed', async () => {
  const { keyboard } = show()
  await keyboard.type(field('Username'), 'dana')
  await keyboard.click(screen.getByRole('tab', { name: 'Register' }))
  await keyboard.type(field('Email'), 'dana@example.com')
  await keyboard.click(screen.getByRole('tab', { name: 'Login' }))
  expect(field('Username')).toHaveProperty('value', 'dana')
  await keyboard.click(screen.getByRole('tab', { name: 'Register' }))
  expect(field('Email')).toHaveProperty('value', 'dana@example.com')
})

test("a failed login shows the server's message", async () => {
  const { keyboard } = show({ 'POST /api/login': refused('WRONG_CREDENTIALS') })
  await keyboard.type(field('Username'), 'dana')
  await keyboard.type(field('Password'), 'wrong-word{Enter}')
  await screen.findByText('Login failed')
  screen.getByText('Invalid username or password')
  expect(location.pathname).toBe('/auth')
})

test('with two-factor sign-in the form asks for the code, and an empty one shows an error', async () => {
  const { calls, keyboard } = show({ 'POST /api/login': refused('TWO_FACTOR_REQUIRED') })
  await keyboard.type(field('Username'), 'dana')
  await keyboard.type(field('Password'), 'secret-word{Enter}')
  await screen.findByLabelText('Code')
  expect(field('Code').getAttribute('aria-invalid')).toBe('false')
  await keyboard.click(screen.getByRole('button', { name: 'Log in' }))
  await screen.findByText('Enter the code from your authenticator app.')
  expect(field('Code').getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(field('Code'))
  expect(calls).toHaveLength(2)
})

test('the button is busy while the form waits for its schema, and a second Enter sends nothing more', async () => {
  const schema = Promise.withResolvers<void>()
  const resolver = async (values: LoginInput) => {
    await schema.promise
    return { values, errors: {} }
  }
  function SlowForm() {
    return <LoginForm form={useForm<LoginInput>({ resolver, defaultValues: { username: 'dana', password: 'word' } })} />
  }
  const calls = stubApi({ 'POST /api/login': refused('WRONG_CREDENTIALS') })
  const { keyboard } = renderAt('/auth', <SlowForm />)
  await keyboard.type(field('Password'), '{Enter}{Enter}')
  const busy = await screen.findByRole('button', { name: 'Logging in...' })
  expect(busy.getAttribute('aria-busy')).toBe('true')
  expect(calls).toEqual([])
  schema.resolve()
  await screen.findByText('Login failed')
  await screen.findByRole('button', { name: 'Log in' })
  expect(calls).toHaveLength(1)
})

test('a password can be shown', async () => {
  const { keyboard } = show()
  await keyboard.click(screen.getByRole('button', { name: 'Show password' }))
  expect(field('Password').getAttribute('type')).toBe('text')
  await keyboard.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(field('Password').getAttribute('type')).toBe('password')
})

async function fillRegistration({ keyboard }: ReturnType<typeof show>, username = 'dana') {
  await keyboard.click(screen.getByRole('tab', { name: 'Register' }))
  await keyboard.type(field('Username'), username)
  await keyboard.type(field('Email'), 'dana@example.com')
  await keyboard.type(field('Password'), 'secret-word')
}

test("a registration shows each field's own error", async () => {
  const { keyboard, calls } = show({}, '/auth?tier=starter')
  screen.getByText(/you can start the Starter plan/)
  await keyboard.type(field('Username'), 'da')
  await keyboard.click(screen.getByRole('button', { name: 'Create account' }))
  await screen.findByText('Username must be at least 3 characters')
  screen.getByText('Please enter a valid email address')
  screen.getByText('Password must be at least 8 characters')
  expect(calls).toEqual([])
})

test('a registration without names sends none, shows a toast, and leads to the dashboard', async () => {
  const shown = show({ 'POST /api/register': ok(makeUser(), 201) })
  await fillRegistration(shown)
  await shown.keyboard.click(screen.getByRole('button', { name: 'Create account' }))
  await screen.findByText('Registration successful')
  screen.getByText('Your account has been created.')
  expect(shown.calls[0]?.sent).toEqual({ username: 'dana', email: 'dana@example.com', password: 'secret-word' })
  expect(location.pathname).toBe('/dashboard')
})

test('a taken username is shown in a toast and at its field', async () => {
  const shown = show({ 'POST /api/register': refused('USERNAME_TAKEN') })
  await fillRegistration(shown)
  await shown.keyboard.click(screen.getByRole('button', { name: 'Create account' }))
  await screen.findByText('Registration failed')
  expect(screen.getAllByText('Username already exists').length).toBeGreaterThanOrEqual(2)
  expect(field('Username').getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(field('Username'))
})

test('of several errors that the server finds, the first one gets the focus', async () => {
  const issues = ['username', 'email'].map(path => ({ path, message: `Another ${path}, please` }))
  const shown = show({ 'POST /api/register': refused('INVALID_REQUEST', { issues }) })
  await fillRegistration(shown)
  await shown.keyboard.click(screen.getByRole('button', { name: 'Create account' }))
  await screen.findByText('Another email, please')
  expect(document.activeElement).toBe(field('Username'))
})

test('the marketing panel lists nationwide search, contact info, the plans, and CSV export', () => {
  show()
  const panel = within(screen.getByRole('complementary', { name: 'What you get' }))
  for (const title of ['Nationwide search', 'Automatic contact info', 'CSV export'])
    panel.getByRole('heading', { name: title })
  expect(panel.getByText(offeredPlans.map(({ name }) => name).join(', '), { exact: false })).toBeDefined()
})
