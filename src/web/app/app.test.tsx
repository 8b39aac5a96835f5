import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { compared, listed, rowsOf, summary } from '../screens/known-businesses/known-businesses.fixture.tsx'
import { createQueryClient } from '../shared/session/query-client.ts'
import { findToast } from '../testing/find-toast.ts'
import { makeAnswer, makeUser } from '../testing/fixtures.ts'
import { inTurn, later, never, ok, refused, type Routes, stubApi } from '../testing/stub-api.ts'
import { App } from './app.tsx'

function open(address: string, routes: Routes = {}) {
  const calls = stubApi(routes)
  history.replaceState(null, '', address)
  render(<App client={createQueryClient()} />)
  return { calls, keyboard: userEvent.setup() }
}
const hrefOf = (name: string) => screen.getAllByRole('link', { name })[0]?.getAttribute('href')
const signedIn = (own = {}) => ({ 'GET /api/user': ok(makeUser(own)), 'GET /api/searches': ok([]) })

test('a visitor sees the landing page with the links of a visitor', async () => {
  open('/')
  await screen.findByRole('heading', { level: 1 })
  expect(['Home', 'Features', 'Pricing', 'Log in', 'Sign up'].map(hrefOf)).toEqual([
    '/',
    '/#features',
    '/#pricing',
    '/login',
    '/register',
  ])
  expect(hrefOf('Get Started')).toBe('/register')
  expect(hrefOf('Learn More')).toBe('#features')
  expect(hrefOf('Sign up for free')).toBe('/register')
  const features = ['Advanced business search', 'Comprehensive lead data', 'CSV export']
  expect(features.filter(name => screen.queryByRole('heading', { name }) === null)).toEqual([])
  expect(hrefOf('Upgrade to Pro')).toBe('/register?tier=pro')
  expect(hrefOf('Sign up free')).toBe('/register?tier=free')
  screen.getByText(new RegExp(`© ${new Date().getFullYear()}`))
})

test.each(['/dashboard', '/leads', '/subscription', '/profile', '/admin'])(
  '%s redirects a visitor to /auth',
  async path => {
    open(path)
    await screen.findByRole('tab', { name: 'Login' })
    expect(location.pathname).toBe('/auth')
  },
)

test('a visitor who signs in is led to the protected page that was opened, which is in no URL meanwhile', async () => {
  const { keyboard } = open('/webhooks?from=mail#log', { 'POST /api/login': ok(makeUser()) })
  await keyboard.type(await screen.findByLabelText('Username'), 'dana')
  expect(location.href).toMatch(/\/auth$/)
  await keyboard.type(screen.getByLabelText('Password'), 'secret-word{Enter}')
  await expect.poll(() => location.pathname + location.search + location.hash).toBe('/webhooks?from=mail#log')
})

test('/register opens the register tab and keeps the chosen plan', async () => {
  open('/register?tier=pro')
  expect((await screen.findByRole('tab', { name: 'Register' })).getAttribute('aria-selected')).toBe('true')
  expect(location.pathname + location.search).toBe('/auth?tier=pro')
})

test('/login opens the login tab', async () => {
  open('/login')
  expect((await screen.findByRole('tab', { name: 'Login' })).getAttribute('aria-selected')).toBe('true')
})

test('a signed-in user is redirected from /auth to the dashboard', async () => {
  open('/auth', signedIn())
  await screen.findByRole('tab', { name: 'Search Leads' })
  expect(location.pathname).toBe('/dashboard')
})

test("a visitor's page does not ask the server who is signed in", async () => {
  const { calls } = open('/')
  await screen.findByRole('heading', { level: 1 })
  expect(calls.map(({ route }) => route).filter(route => route !== 'GET /api/public-example')).toEqual([])
})

test('a user whose session has ended is shown as a visitor', async () => {
  open('/dashboard', { 'GET /api/user': refused('NOT_SIGNED_IN') })
  await screen.findByRole('tab', { name: 'Login' })
  expect(location.pathname).toBe('/auth')
})

test.each([
  ['/dashboard', 'Loading'],
  ['/profile', 'Loading Profile...'],
])('%s shows a spinner while the session loads', async (path, words) => {
  open(path, { 'GET /api/user': never })
  await screen.findByText(words)
  expect(location.pathname).toBe(path)
})

test('a session that cannot be read shows an error with a retry, not a sign-out', async () => {
  const { keyboard } = open('/dashboard', { 'GET /api/user': inTurn(refused('UNAVAILABLE'), ok(makeUser())) })
  await keyboard.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('tab', { name: 'Search Leads' })).toBeDefined()
})

test('a new page opens at its top, even after a jump to a section of the previous page', async () => {
  const scroll = vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
  const { keyboard } = open('/')
  // The browser does this for "Learn More".
  history.pushState(null, '', '/#features')
  dispatchEvent(new PopStateEvent('popstate'))
  await keyboard.click(screen.getByRole('link', { name: 'About' }))
  await screen.findByRole('heading', { name: 'About Leadline' })
  expect(scroll).toHaveBeenCalledWith({ top: 0, behavior: 'instant' })
  scroll.mockRestore()
})

test('the page of a file opens at its top with the focus, although its path is that of the list', async () => {
  const scroll = vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
  const { keyboard } = open('/known-businesses', {
    ...signedIn(),
    'GET /api/known-files': listed(compared),
    'GET /api/known-files/1': ok(summary),
    'GET /api/known-files/1/rows': rowsOf(),
  })
  await keyboard.click(await screen.findByRole('link', { name: 'crm.csv' }))
  await screen.findByRole('heading', { name: 'crm.csv' })
  expect(scroll).toHaveBeenCalledWith({ top: 0, behavior: 'instant' })
  expect(document.activeElement).toBe(screen.getByRole('main'))
  scroll.mockRestore()
})

test('any other path shows the not-found page', async () => {
  open('/no-such-page')
  await screen.findByRole('heading', { name: '404 Page Not Found' })
  expect(document.title).toBe('404 Page Not Found')
  expect(screen.getByRole('link', { name: 'Go to the home page' }).getAttribute('href')).toBe('/')
})

test('the not-found page leads a signed-in user to the dashboard', async () => {
  open('/no-such-page', signedIn())
  const link = await screen.findByRole('link', { name: 'Go to the dashboard' })
  expect(link.getAttribute('href')).toBe('/dashboard')
})

test('the avatar menu of a paid admin has every entry; logging out leads to the home page', async () => {
  const paid = signedIn({ firstName: 'Dana', lastName: 'Reyes', subscriptionTier: 'starter', isAdmin: true })
  const { keyboard, calls } = open('/dashboard', { ...paid, 'POST /api/logout': ok({ message: 'Logged out' }) })
  const avatar = await screen.findByRole('button', { name: 'My Account' })
  expect(avatar.textContent).toBe('DRMy Account')
  await keyboard.click(avatar)
  expect((await screen.findAllByRole('menuitem')).map(item => item.textContent?.trim())).toEqual([
    'Lists',
    'Saved searches',
    'Do not contact',
    'Businesses you know',
    'Profile',
    'Manage Subscription',
    'Cancel Subscription',
    'Admin Dashboard',
    'Log out',
  ])
  await keyboard.click(screen.getByRole('menuitem', { name: 'Log out' }))
  await screen.findByRole('link', { name: 'Get Started' })
  expect(calls.map(({ route }) => route)).toContain('POST /api/logout')
  expect(location.pathname).toBe('/')
  screen.getByRole('link', { name: 'Sign up' })
})

test('a free user has no cancel and no admin entry; the avatar falls back to the username', async () => {
  const { keyboard } = open('/dashboard', signedIn({ firstName: 'Zoe', lastName: null }))
  const avatar = await screen.findByRole('button', { name: 'My Account' })
  expect(avatar.textContent).toBe('DAMy Account')
  await keyboard.click(avatar)
  await screen.findByRole('menuitem', { name: 'Profile' })
  expect(screen.queryByRole('menuitem', { name: 'Cancel Subscription' })).toBeNull()
  expect(screen.queryByRole('menuitem', { name: 'Admin Dashboard' })).toBeNull()
})

test('the lists of a user are one press away in the header', async () => {
  const { keyboard } = open('/dashboard', { ...signedIn(), 'GET /api/lead-files': never })
  await keyboard.click(await screen.findByRole('button', { name: 'Your Lists' }))
  await keyboard.click(await screen.findByRole('menuitem', { name: 'Do not contact' }))
  expect(location.pathname).toBe('/own-do-not-contact')
})

test('a failed logout shows a toast, and the user stays signed in', async () => {
  const { keyboard } = open('/dashboard', { ...signedIn(), 'POST /api/logout': refused('UNAVAILABLE') })
  await keyboard.click(await screen.findByRole('button', { name: 'My Account' }))
  await keyboard.click(await screen.findByRole('menuitem', { name: 'Log out' }))
  await screen.findByText('Logout failed')
  expect(location.pathname).toBe('/dashboard')
})

test('the mobile menu lists the same links and closes with Escape', async () => {
  const { keyboard } = open('/dashboard', signedIn({ subscriptionTier: 'pro', isAdmin: true }))
  await keyboard.click(await screen.findByRole('button', { name: 'Open menu' }))
  const menu = await screen.findByRole('navigation', { name: 'Menu' })
  expect(menu.textContent).toBe(
    'DashboardMy LeadsSubscriptionProfileListsSaved searchesDo not contactBusinesses you knowCancel SubscriptionAdmin DashboardLogout',
  )
  await keyboard.keyboard('{Escape}')
  expect(isMenuOpen()).toBe(false)
})

const isMenuOpen = () => screen.queryByRole('navigation', { name: 'Menu' }) !== null

test('following a link closes the mobile menu, going back does not reopen it, and the logo closes it', async () => {
  const { keyboard } = open('/leads', { ...signedIn(), 'GET /api/searches': ok([]) })
  await keyboard.click(await screen.findByRole('button', { name: 'Open menu' }))
  act(() => history.pushState(null, '', '/dashboard'))
  expect(isMenuOpen()).toBe(false)
  act(() => history.pushState(null, '', '/leads'))
  expect(isMenuOpen()).toBe(false)
  act(() => history.pushState(null, '', '/dashboard'))
  await keyboard.click(screen.getByRole('button', { name: 'Open menu' }))
  await keyboard.click(screen.getAllByRole('link', { name: 'Leadline' })[0]!)
  expect([location.pathname, isMenuOpen()]).toEqual(['/dashboard', false])
})

test('Logout closes the mobile menu, also when it is opened again on the home page', async () => {
  const { keyboard } = open('/', { ...signedIn(), 'POST /api/logout': ok({ message: 'Logged out' }) })
  await screen.findByRole('link', { name: 'My Leads' })
  const toggle = screen.getByRole('button', { name: 'Open menu' })
  await keyboard.click(toggle)
  await keyboard.click(await screen.findByRole('button', { name: 'Logout' }))
  await screen.findByRole('link', { name: 'Sign up' })
  expect(isMenuOpen()).toBe(false)
  expect(document.activeElement).toBe(toggle)
})

test('a search that finishes while its user is on another page shows its toast there', async () => {
  const late = later()
  const { keyboard } = open('/dashboard', {
    ...signedIn(),
    'POST /api/search': late.answer,
    'POST /api/page-visits': ok({}),
    'GET /api/support': never,
  })
  await keyboard.type(await screen.findByLabelText('Business Category'), 'Plumbers')
  await keyboard.type(screen.getByLabelText('Location'), 'Boulder, CO{Enter}')
  await screen.findByRole('button', { name: 'Searching...' })
  await keyboard.click(screen.getByRole('link', { name: 'About' }))
  await screen.findByRole('heading', { name: 'About Leadline' })
  late.give(ok(makeAnswer()))
  await findToast('Search completed', 'Found 2 leads for your search. Completed in 0.03 seconds.')
  expect(location.pathname).toBe('/about')
})

test('a session that ends during work leads back to /auth', async () => {
  const { keyboard } = open('/dashboard', { ...signedIn(), 'POST /api/search': refused('NOT_SIGNED_IN') })
  await keyboard.type(await screen.findByLabelText('Business Category'), 'Plumbers')
  await keyboard.type(screen.getByLabelText('Location'), 'Boulder, CO{Enter}')
  expect(await screen.findByRole('tab', { name: 'Login' })).toBeDefined()
})

test('after a move to another page, screen readers are told its title', async () => {
  const { keyboard } = open('/about')
  await screen.findByRole('heading', { name: 'About Leadline' })
  await keyboard.click(screen.getByRole('link', { name: 'Help Center' }))
  await screen.findByRole('heading', { name: 'Help Center' })
  expect(screen.queryByText('Help Center · Leadline', { selector: 'output' })).not.toBeNull()
})

test('a new try to log in removes the message that the last one failed', async () => {
  const { keyboard } = open('/login', { 'POST /api/login': inTurn(refused('WRONG_CREDENTIALS'), never) })
  await keyboard.type(await screen.findByLabelText('Username'), 'dana')
  await keyboard.type(screen.getByLabelText('Password'), 'no-such-word{Enter}')
  await findToast('Login failed')
  await keyboard.type(screen.getByLabelText('Password'), '{Enter}')
  await expect.poll(() => screen.queryByText('Login failed')).toBeNull()
})
