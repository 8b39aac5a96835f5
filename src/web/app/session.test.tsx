import { act, cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { errorTable } from '#contract/errors.ts'
import { noWork } from '#contract/leads/lead-status.ts'
import { makeLead } from '../features/leads/lead.fixture.ts'
import { forgetSession, sessionMark } from '../shared/session-mark.ts'
import { createQueryClient } from '../shared/session/query-client.ts'
import { findToast } from '../testing/find-toast.ts'
import { makeAnswer, makeNotedSearch, makeUser } from '../testing/fixtures.ts'
import { holdSession, inTurn, later, never, ok, refused, type Routes, stubApi } from '../testing/stub-api.ts'
import { App } from './app.tsx'

const anna = makeUser({ id: 1, username: 'anna', firstName: 'Anna', lastName: 'Smith' })
const boris = makeUser({ id: 2, username: 'boris', firstName: 'Boris', lastName: 'Jones' })
/** The user of the browser's session. */
const whoIs = (users: Record<string, typeof anna>) => () => {
  const user = users[sessionMark() ?? '']
  return user ? ok(user) : refused('NOT_SIGNED_IN')
}
const eitherTab = whoIs({ '0123abcd': anna, '22222222': boris })

const search = { ...makeAnswer().search, nextPageToken: 'page-2' }
const leadPages: Routes = {
  'GET /api/searches': ok([search]),
  'GET /api/searches/7': ok({ ...makeNotedSearch(), search }),
  'GET /api/leads': ok([makeLead({ id: 7, businessName: 'Lead of Anna' })]),
}
const profile: Routes = {
  'GET /api/account/security': never,
  'GET /api/account/sessions': never,
  'GET /api/account/programs': never,
}

function open(address: string, routes: Routes) {
  const calls = stubApi({ 'POST /api/page-visits': ok({}), ...routes })
  history.replaceState(null, '', address)
  render(<App client={createQueryClient()} />)
  const asked = (route: string) => calls.filter(one => one.route === route).length
  return { asked, keyboard: userEvent.setup() }
}
const comeBack = () => act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
const firstName = () => screen.findByLabelText<HTMLInputElement>(/^First name/)

test.each([
  ['leadline_signed_in', 'samesite=lax'],
  ['__Host-leadline_signed_in', 'samesite=lax; secure'],
])('a session is known by the cookie %s, and forgotten', (name, attributes) => {
  const browser = { cookie: `__stripe_mid=1; ${name}=0123abcd; theme=2` }
  vi.stubGlobal('document', browser)
  const mark = sessionMark()
  forgetSession()
  vi.unstubAllGlobals()
  expect([mark, browser.cookie]).toEqual(['0123abcd', `${name}=; path=/; max-age=0; ${attributes}`])
})

test('a user who signs in after an expired session sees nothing of the previous user', async () => {
  const { keyboard } = open('/leads', {
    ...leadPages,
    'GET /api/user': ok(anna),
    'GET /api/leads': () =>
      ok([makeLead({ businessName: sessionMark() === '22222222' ? 'Lead of Boris' : 'Lead of Anna' })]),
    'POST /api/export': refused('NOT_SIGNED_IN'),
    'POST /api/login': () => {
      holdSession('22222222')
      return ok(boris)
    },
  })
  await screen.findAllByText('Lead of Anna')
  await keyboard.click(screen.getAllByRole('button', { name: 'Export', hidden: true })[0]!)
  await keyboard.type(await screen.findByLabelText('Username'), 'boris')
  await keyboard.type(screen.getByLabelText('Password'), 'secret-word{Enter}')
  await screen.findByRole('tab', { name: 'Search Leads' })
  await keyboard.click(screen.getByRole('link', { name: 'My Leads' }))
  await screen.findAllByText('Lead of Boris')
  expect(screen.queryAllByText('Lead of Anna')).toEqual([])
})

test('a user who signs in again after an expired session is back on the page, and another user is not', async () => {
  for (const [user, page] of [
    [anna, '/leads?tab=all&q=pizza'],
    [boris, '/dashboard'],
  ] as const) {
    const { keyboard } = open('/leads?tab=all&q=pizza', {
      ...leadPages,
      'GET /api/user': ok(anna),
      'GET /api/leads': refused('NOT_SIGNED_IN'),
      'POST /api/login': ok(user),
    })
    await findToast('Your session has ended', errorTable.NOT_SIGNED_IN.message)
    await keyboard.type(await screen.findByLabelText('Username'), user.username)
    await keyboard.click(screen.getByRole('tab', { name: 'Register' }))
    await keyboard.click(screen.getByRole('tab', { name: 'Login' }))
    await keyboard.type(screen.getByLabelText('Password'), 'secret-word{Enter}')
    await expect.poll(() => location.pathname + location.search).toBe(page)
    cleanup()
  }
})

test('a half-written note waits for its user when the session ends, and nobody else sees it', async () => {
  for (const [user, text] of [
    [anna, 'Call bef'],
    [boris, ''],
  ] as const) {
    const { keyboard } = open('/leads', {
      ...leadPages,
      'GET /api/leads/7/work': ok({ ...noWork, lists: [], doNotContactEntries: [], notes: [], history: [] }),
      'GET /api/user': ok(anna),
      'POST /api/leads/7/notes': refused('NOT_SIGNED_IN'),
      'POST /api/login': ok(user),
    })
    await keyboard.click((await screen.findAllByRole('button', { name: 'Details of Lead of Anna', hidden: true }))[0]!)
    await keyboard.type(await screen.findByLabelText('New note'), 'Call bef')
    await keyboard.click(screen.getByRole('button', { name: 'Add Note' }))
    await keyboard.type(await screen.findByLabelText('Username'), user.username)
    await keyboard.type(screen.getByLabelText('Password'), 'secret-word{Enter}')
    await keyboard.click(await screen.findByRole('link', { name: 'My Leads' }))
    await keyboard.click((await screen.findAllByRole('button', { name: 'Details of Lead of Anna', hidden: true }))[0]!)
    await expect.poll(() => screen.getByLabelText<HTMLTextAreaElement>('New note').value).toBe(text)
    cleanup()
  }
})

test('a page that becomes visible again after another account signed in elsewhere shows that account', async () => {
  const { asked, keyboard } = open('/profile', { ...profile, 'GET /api/user': eitherTab })
  await keyboard.type(await firstName(), '-Maria')
  holdSession('22222222')
  comeBack()
  await expect.poll(async () => (await firstName()).value).toBe('Boris')
  expect([asked('GET /api/user'), asked('GET /api/account/security')]).toEqual([2, 2])
})

test('the banner disappears when the email was confirmed in another tab', async () => {
  const unconfirmed = makeUser({ emailVerified: false })
  const { asked } = open('/profile', { ...profile, 'GET /api/user': inTurn(ok(unconfirmed), ok(makeUser())) })
  await screen.findByText(/Please confirm your email/)
  comeBack()
  await expect.poll(() => screen.queryByText(/Please confirm your email/)).toBeNull()
  comeBack()
  expect(asked('GET /api/user')).toBe(2)
})

test('if the email is already confirmed, the toast does not claim that a mail was sent', async () => {
  const { keyboard } = open('/profile', {
    ...profile,
    'GET /api/user': inTurn(ok(makeUser({ emailVerified: false })), ok(makeUser())),
    'POST /api/verify-email/resend': ok({ message: 'Your email is confirmed.' }, 202),
  })
  await keyboard.click(await screen.findByRole('button', { name: 'Send again' }))
  await screen.findByText('Your email is confirmed.')
  await expect.poll(() => screen.queryByText(/Please confirm your email/)).toBeNull()
  expect(screen.queryByText('Email sent')).toBeNull()
})

test('an expired confirmation link leads to a page that sends a new one', async () => {
  const { asked, keyboard } = open('/verify-email#expired', {
    ...profile,
    'GET /api/user': ok(makeUser({ emailVerified: false })),
    'POST /api/verify-email': refused('INVALID_LINK'),
    'POST /api/verify-email/resend': ok({ message: 'We sent a link.' }, 202),
  })
  await keyboard.click(await screen.findByRole('button', { name: 'Confirm my email' }))
  await keyboard.click(await screen.findByRole('link', { name: /^Send a new link/ }))
  await keyboard.click(await screen.findByRole('button', { name: 'Send again' }))
  await screen.findByText('We sent a link.')
  expect(asked('POST /api/verify-email/resend')).toBe(1)
})

test('a link that undoes an email change and was used already says what to do', async () => {
  const { keyboard } = open('/verify-email#undo.used', {
    ...profile,
    'GET /api/user': ok(makeUser()),
    'POST /api/undo-email': refused('INVALID_LINK'),
  })
  await keyboard.click(await screen.findByRole('button', { name: 'Undo the change' }))
  await screen.findByText('This link has expired or was already used.')
  expect(screen.getByRole('link', { name: /^Contact us if/ }).getAttribute('href')).toBe('/contact')
})

test('an open page keeps what was typed when the password changes elsewhere', async () => {
  const { asked, keyboard } = open('/profile', {
    ...profile,
    'GET /api/user': whoIs({ '0123abcd': anna, '33333333': anna }),
  })
  await keyboard.type(await firstName(), '-Maria')
  holdSession('33333333')
  comeBack()
  await expect.poll(() => asked('GET /api/user')).toBe(2)
  comeBack()
  expect((await firstName()).value).toBe('Anna-Maria')
  expect([asked('GET /api/user'), asked('GET /api/account/security')]).toEqual([2, 1])
})

test('an action meant for one account is not performed for another that signed in elsewhere', async () => {
  const { asked, keyboard } = open('/profile', { ...profile, 'GET /api/user': eitherTab })
  await keyboard.type(await firstName(), '-Maria')
  holdSession('22222222')
  await keyboard.click(screen.getByRole('button', { name: 'Save changes' }))
  await screen.findByText('The session of this page has ended.')
  await expect.poll(async () => (await firstName()).value).toBe('Boris')
  expect(asked('PATCH /api/profile')).toBe(0)
})

test('going back after logging out shows no page of the user and sends no request', async () => {
  const { asked } = open('/leads', { ...leadPages, 'GET /api/user': ok(anna) })
  await screen.findAllByText('Lead of Anna')
  forgetSession()
  act(() => void dispatchEvent(new Event('pageshow')))
  await screen.findByRole('tab', { name: 'Login' })
  expect(asked('GET /api/user')).toBe(1)
})

test.each(['/reset-password', '/verify-email', '/unsubscribe'])(
  '%s without the secret of its link says to open the link again, instead of offering what must fail',
  async path => {
    open(path, {})
    await screen.findByText(/open the link in the email again/)
    expect(within(screen.getByRole('main')).queryByRole('button')).toBeNull()
  },
)

test('a new password for another account does not affect the account signed in here', async () => {
  const { asked, keyboard } = open('/reset-password#token', {
    'GET /api/user': ok(boris),
    'POST /api/reset-password': ok({ message: 'The password was changed.' }),
    'POST /api/logout': () => {
      forgetSession()
      return ok({ message: 'Logged out' })
    },
  })
  await screen.findByText(/only that account changes, and you stay logged in here/)
  await keyboard.type(await screen.findByLabelText('New password'), 'new-secret-word{Enter}')
  await screen.findByRole('heading', { name: 'The password of the other account was changed' })
  screen.getByRole('button', { name: 'My Account' })
  expect(asked('GET /api/user')).toBe(2)
  screen.getByText(/You are still logged in here as/)
  screen.getByRole('link', { name: 'Continue as boris' })
  // Nothing asks the user to log in where they are logged in, or calls the other password theirs.
  expect(screen.queryByText(/log in\b/i)).toBeNull()
  expect(screen.queryByText(/Your password/)).toBeNull()
  await keyboard.click(screen.getByRole('button', { name: 'Log out to use the other account' }))
  await screen.findByRole('tab', { name: 'Login' })
})

test('a new password for the account signed in here logs it out, and leads to the login', async () => {
  const { keyboard } = open('/reset-password#token', {
    'GET /api/user': whoIs({ '0123abcd': anna }),
    'POST /api/reset-password': () => {
      forgetSession()
      return ok({ message: 'The password was changed.' })
    },
  })
  await screen.findByRole('button', { name: 'My Account' })
  await keyboard.type(await screen.findByLabelText('New password'), 'new-secret-word{Enter}')
  await screen.findByRole('heading', { name: 'Your password was changed' })
  await screen.findByText('You are logged out everywhere. Log in with the new password.')
  expect(screen.queryByText(/still logged in/)).toBeNull()
  const [link] = within(screen.getByRole('main')).getAllByRole('link', { name: 'Log in' })
  expect(link?.getAttribute('href')).toBe('/auth')
})

test('if the session cannot be read after a reset, the page does not claim that the user is logged out', async () => {
  const { keyboard } = open('/reset-password#token', {
    'GET /api/user': refused('UNAVAILABLE'),
    'POST /api/reset-password': ok({ message: 'The password was changed.' }),
  })
  await keyboard.type(await screen.findByLabelText('New password'), 'new-secret-word{Enter}')
  await screen.findByRole('heading', { name: 'Your password was changed' })
  expect(within(screen.getByRole('main')).getByRole('status').textContent).toBe('Log in with the new password.')
})

test("undoing an email change of this browser's account signs it out", async () => {
  const { keyboard } = open('/verify-email#undo.token', {
    'GET /api/user': whoIs({ '0123abcd': anna }),
    'POST /api/undo-email': () => {
      forgetSession()
      return ok({ message: 'Your email is the former one again.' })
    },
  })
  await screen.findByRole('button', { name: 'My Account' })
  await keyboard.click(await screen.findByRole('button', { name: 'Undo the change' }))
  await screen.findByText('Your email is the former one again.')
  expect(await screen.findByRole('link', { name: 'Log in' })).toBeDefined()
})

test('after an email is confirmed by its link, the user is read again, so nothing asks for it', async () => {
  const { asked, keyboard } = open('/verify-email#token', {
    'GET /api/user': inTurn(ok(makeUser({ emailVerified: false })), ok(makeUser())),
    'POST /api/verify-email': ok({ message: 'Your email is confirmed.' }),
  })
  await keyboard.click(await screen.findByRole('button', { name: 'Confirm my email' }))
  await screen.findByText('Your email is confirmed.')
  expect(asked('GET /api/user')).toBe(2)
})

test('a late response does not undo a logout', async () => {
  const late = later()
  const users = [() => ok(anna), late.answer]
  const { keyboard } = open('/leads', {
    ...leadPages,
    'GET /api/user': () => (users.shift() ?? never)(),
    'GET /api/search/next': ok({ leads: [], hasNextPage: false, nextPageToken: null }),
    'POST /api/logout': () => {
      forgetSession()
      return ok({ message: 'Logged out' })
    },
  })
  await keyboard.click(await screen.findByRole('button', { name: 'Load More Results' }))
  await expect.poll(() => users).toEqual([])
  await keyboard.click(screen.getByRole('button', { name: 'My Account' }))
  await keyboard.click(await screen.findByRole('menuitem', { name: 'Log out' }))
  await screen.findByRole('link', { name: 'Get Started' })
  await act(async () => late.give(ok(anna)))
  expect(screen.queryByRole('button', { name: 'My Account' })).toBeNull()
  expect(localStorage.getItem('signed-in')).toBeNull()
})

test('a response requested earlier does not undo a saved profile', async () => {
  const late = later()
  const users = [() => ok(anna), late.answer]
  const { keyboard } = open('/leads', {
    ...leadPages,
    ...profile,
    'GET /api/user': () => (users.shift() ?? never)(),
    'GET /api/search/next': ok({ leads: [], hasNextPage: false, nextPageToken: null }),
    'PATCH /api/profile': ok({ ...anna, firstName: 'Zoe' }),
  })
  await keyboard.click(await screen.findByRole('button', { name: 'Load More Results' }))
  await expect.poll(() => users).toEqual([])
  await keyboard.click(screen.getByRole('link', { name: 'Profile' }))
  await keyboard.clear(await firstName())
  await keyboard.type(await firstName(), 'Zoe')
  await keyboard.click(screen.getByRole('button', { name: 'Save changes' }))
  await screen.findByText('Profile updated')
  late.give(ok(anna))
  await keyboard.click(screen.getByRole('link', { name: 'Dashboard' }))
  await screen.findByRole('tab', { name: 'Search Leads' })
  expect(screen.getByRole('button', { name: 'My Account' }).textContent).toContain('ZS')
})

test('the result of a search that finishes after its user logged out is discarded', async () => {
  const late = later()
  const { asked, keyboard } = open('/dashboard', {
    ...leadPages,
    'GET /api/user': ok(anna),
    'POST /api/search': late.answer,
    'POST /api/logout': ok({ message: 'Logged out' }),
    'POST /api/login': ok(boris),
    'GET /api/leads': refused('NOT_FOUND'),
    'GET /api/searches/7': refused('NOT_FOUND'),
  })
  await keyboard.type(await screen.findByLabelText('Business Category'), 'Plumbers')
  await keyboard.type(screen.getByLabelText('Location'), 'Boulder, CO{Enter}')
  await expect.poll(() => asked('POST /api/search')).toBe(1)
  await keyboard.click(screen.getByRole('button', { name: 'My Account' }))
  await keyboard.click(await screen.findByRole('menuitem', { name: 'Log out' }))
  await keyboard.click((await screen.findAllByRole('link', { name: 'Log in' }))[0]!)
  await keyboard.type(await screen.findByLabelText('Username'), 'boris')
  await keyboard.type(screen.getByLabelText('Password'), 'secret-word{Enter}')
  await screen.findByRole('tab', { name: 'Search Leads' })
  await act(async () => late.give(ok(makeAnswer())))
  act(() => {
    history.pushState(null, '', '/dashboard?search=7')
  })
  await expect.poll(() => asked('GET /api/searches/7')).toBe(1)
  expect(screen.queryByText('Search completed')).toBeNull()
})
