import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { AdminStats, AdminUser, ContactSubmission, PageVisit, SecurityEvent } from '#contract/admin/admin.ts'
import { errorTable } from '#contract/errors.ts'
import { type Tier, tiers } from '#contract/plans.ts'
import { findToast } from '../../testing/find-toast.ts'
import { makeUser } from '../../testing/fixtures.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { inTurn, never, ok, refused, type Routes, stubApi } from '../../testing/stub-api.ts'
import AdminScreen from './admin.screen.tsx'

const nobody = Object.fromEntries(tiers.map(tier => [tier, 0])) as Record<Tier, number>
const stats: AdminStats = {
  userStats: {
    total: 1234,
    bySubscription: { ...nobody, free: 1000, starter: 134, pro: 100 },
    signupsByMonth: { '2026-02': 4, '2026-01': 9 },
  },
  visitStats: { total: 56_789 },
  contactStats: { total: 12 },
  waiting: { removalRequests: 2, leadReports: 0, messages: 1 },
}
const dana: AdminUser = {
  id: 7,
  username: 'dana',
  email: 'dana@example.com',
  firstName: 'Dana',
  lastName: 'Reyes',
  subscriptionTier: 'pro',
  subscriptionStatus: 'canceled',
  isAdmin: false,
  isDisabled: false,
  paidUntil: null,
  createdAt: '2026-01-15T10:00:00.000Z',
}
const visit: PageVisit = { id: 1, page: '/about', userId: null, timestamp: '2026-01-15T10:00:00.000Z', referrer: null }
const message = `We need leads in three states. ${'More words follow here. '.repeat(6)}The end.`
const submission: ContactSubmission = {
  id: 3,
  name: 'Ann Lee',
  email: 'ann@example.com',
  subject: 'Custom plan',
  message,
  status: 'unread',
  createdAt: '2026-01-15T10:00:00.000Z',
}
const page = (items: unknown[], total = items.length, nextCursor: string | null = null) =>
  ok({ items, total, nextCursor })

function show(routes: Routes = {}, { address = '/admin', isAdmin = true } = {}) {
  const calls = stubApi({ 'GET /api/admin/stats': ok(stats), ...routes })
  return { calls, ...renderAt(address, <AdminScreen />, makeUser({ isAdmin })) }
}
const cellsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map(row => [...row.children].map(cell => cell.textContent?.trim()))

test('a user who is not an admin sees a message and is sent home; no data is requested', async () => {
  const { calls } = show({}, { isAdmin: false })
  const title = await screen.findByText('Access Denied')
  expect(title.closest('li')?.className).toContain('bg-danger')
  screen.getByText("You don't have permission to access the admin dashboard.")
  expect(location.pathname).toBe('/')
  expect(calls).toEqual([])
})

test('the dashboard shows totals, tiers with percentages, and months in order; other tabs request nothing yet', async () => {
  const { calls } = show()
  const totals = await screen.findByText('Total Users')
  const list = totals.closest('dl')
  expect(list?.textContent).toBe('Total Users1,234Page Visits56,789Contact Submissions12')
  expect(cellsOf(screen.getByRole('table', { name: 'Users by Subscription' }))).toEqual([
    ['Subscription', 'Users', 'Share'],
    ['Free', '1,000', '81%'],
    ['Starter', '134', '11%'],
    ['Pro', '100', '8%'],
  ])
  expect(cellsOf(screen.getByRole('table', { name: 'Monthly Sign-ups' }))).toEqual([
    ['Month', 'Sign-ups'],
    ['Jan 2026', '9'],
    ['Feb 2026', '4'],
  ])
  expect(calls.map(({ route }) => route)).toEqual(['GET /api/admin/stats'])
})

test('the dashboard leads to what waits for an administrator', async () => {
  show()
  const waiting = (await screen.findByText('Waiting for you:')).parentElement as HTMLElement
  expect(
    within(waiting)
      .getAllByRole('link')
      .map(link => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['2 removal requests', '/admin/do-not-contact'],
    ['1 unread message', '/admin?tab=contacts'],
  ])
})

test('after a message was read, the dashboard no longer says that it is waiting', async () => {
  const nothing = { removalRequests: 0, leadReports: 0, messages: 0 }
  const { keyboard, calls } = show({
    'GET /api/admin/stats': inTurn(ok(stats), ok({ ...stats, waiting: nothing })),
    'GET /api/admin/contacts': page([submission]),
    'PATCH /api/admin/contacts/3': ok({ ...submission, status: 'read' }),
  })
  await keyboard.click(await screen.findByRole('link', { name: '1 unread message' }))
  await keyboard.click(await screen.findByRole('button', { name: /^We need leads/ }))
  await keyboard.click(screen.getByRole('button', { name: 'Mark as read' }))
  await screen.findByText('Read')
  await keyboard.click(screen.getByRole('button', { name: 'Close dialog' }))
  await keyboard.click(screen.getByRole('tab', { name: 'Dashboard' }))
  await screen.findByText('Total Users')
  // At once, and not with the next minute.
  expect(calls.filter(({ route }) => route === 'GET /api/admin/stats')).toHaveLength(2)
  expect(await screen.findByText('Nothing is waiting for you.')).toBeTruthy()
})

test('the statistics are reloaded every minute', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const timers = vi.spyOn(window, 'setInterval')
  const { calls } = show()
  await screen.findByText('Total Users')
  expect(timers.mock.calls.map(([, ms]) => ms)).toContain(60_000)
  await vi.advanceTimersByTimeAsync(60_000)
  await waitFor(() => expect(calls).toHaveLength(2))
})

test('users are listed when their tab is opened, and more of them on demand', async () => {
  const root = { ...dana, id: 1, username: 'root', firstName: null, lastName: null, subscriptionStatus: 'active' }
  const late = { ...dana, id: 2, username: 'late', subscriptionStatus: 'past_due' }
  const { calls, keyboard } = show({
    'GET /api/admin/users': inTurn(page([dana], 3, '7'), page([late, root], 3), page([])),
  })
  await keyboard.click(screen.getByRole('tab', { name: 'Users' }))
  const table = await screen.findByRole('table')
  await keyboard.click(screen.getByRole('button', { name: 'Load more' }))
  await screen.findByText('root')
  expect(cellsOf(table)).toEqual([
    ['ID', 'Username', 'Email', 'Name', 'Subscription', 'Status', 'Joined'],
    ['7', 'dana', 'dana@example.com', 'Dana Reyes', 'Pro', 'Canceled', 'Jan 15, 2026'],
    ['2', 'late', 'dana@example.com', 'Dana Reyes', 'Pro', 'Past due', 'Jan 15, 2026'],
    ['1', 'root', 'dana@example.com', '–', 'Pro', 'Active', 'Jan 15, 2026'],
  ])
  expect(within(table).getByText('Active').className).toContain('accent')
  expect(within(table).getByText('Canceled').className).not.toContain('accent')
  expect(calls.filter(({ route }) => route === 'GET /api/admin/users').map(({ query }) => query)).toEqual([
    'limit=25',
    'limit=25&cursor=7',
  ])
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  expect(location.search).toBe('?tab=users')
})

test('users are found by their name, and the address keeps what was typed', async () => {
  const { calls, keyboard } = show(
    { 'GET /api/admin/users': inTurn(page([dana]), page([])) },
    { address: '/admin?tab=users' },
  )
  await screen.findByRole('button', { name: 'dana' })
  await keyboard.type(screen.getByRole('searchbox', { name: 'Name, email, or ID' }), ' ann@')
  await screen.findByText('No users found')
  expect(calls.at(-1)?.query).toBe('limit=25&text=ann%40')
  expect(location.search).toBe('?tab=users&q=+ann%40')
})

test.each([
  ['active', false, 'The Pro plan is paid until Feb 15, 2026. Disabling the user ends it then; nothing is refunded.'],
  ['past_due', false, 'The Pro plan is waiting for a payment. Disabling the user ends it now.'],
  ['canceled', false, 'The Pro plan ends on Feb 15, 2026.'],
  ['canceled', true, 'The Pro plan ends on Feb 15, 2026.'],
])(
  'an admin who disables a user sees what happens to a paid plan that is %s',
  async (subscriptionStatus, isDisabled, text) => {
    const payer = { ...dana, subscriptionStatus, isDisabled, paidUntil: '2026-02-15T10:00:00.000Z' }
    const { keyboard } = show({ 'GET /api/admin/users': page([payer]), 'GET /api/admin/security-events': page([]) })
    await keyboard.click(screen.getByRole('tab', { name: 'Users' }))
    await keyboard.click(await screen.findByRole('button', { name: 'dana' }))
    expect(within(await screen.findByRole('dialog', { name: 'dana' })).getByText(text)).toBeDefined()
  },
)

test('after an admin has disabled a user, the events of the user say so', async () => {
  const event: SecurityEvent = {
    id: 9,
    userId: 7,
    username: 'dana',
    actorId: 1,
    actorName: 'root',
    kind: 'account-disabled',
    device: null,
    at: '2026-01-15T10:00:00.000Z',
  }
  const { keyboard } = show({
    'GET /api/admin/users': inTurn(page([dana]), page([{ ...dana, isDisabled: true }])),
    'GET /api/admin/security-events': inTurn(page([]), page([event])),
    'PATCH /api/admin/users/7': ok({ ...dana, isDisabled: true }),
  })
  await keyboard.click(screen.getByRole('tab', { name: 'Users' }))
  await keyboard.click(await screen.findByRole('button', { name: 'dana' }))
  await keyboard.click(await screen.findByRole('button', { name: 'Disable user' }))
  expect(await screen.findByText(/by root/)).toBeDefined()
})

test('page visits show visitors, direct visits, and the top pages', async () => {
  const other: PageVisit = { ...visit, id: 2, userId: 7, referrer: 'search.example' }
  const { calls } = show(
    {
      'GET /api/admin/page-visits': page([other, visit]),
      'GET /api/admin/page-visit-counts': page([{ page: '/about', count: 1200 }]),
    },
    { address: '/admin?tab=page-visits' },
  )
  const [recent] = await screen.findAllByRole('table')
  const rows = recent ? cellsOf(recent) : []
  expect(rows[0]).toEqual(['Page', 'User ID', 'Time', 'Referrer'])
  expect(rows.slice(1).map(([name, user, , referrer]) => [name, user, referrer])).toEqual([
    ['/about', '7', 'search.example'],
    ['/about', 'Anonymous', 'Direct'],
  ])
  expect(cellsOf(screen.getByRole('table', { name: 'Top Pages' }))).toEqual([
    ['Page', 'Visits'],
    ['/about', '1,200'],
  ])
  expect(calls.map(({ route, query }) => `${route}?${query}`).toSorted()).toEqual([
    'GET /api/admin/page-visit-counts?limit=10',
    'GET /api/admin/page-visits?limit=20',
  ])
})

test('visits stay on screen when reloading them fails', async () => {
  const { client } = show(
    {
      'GET /api/admin/page-visits': page([visit]),
      'GET /api/admin/page-visit-counts': page([{ page: '/about', count: 1200 }]),
    },
    { address: '/admin?tab=page-visits' },
  )
  await screen.findByText('Anonymous')
  stubApi({
    'GET /api/admin/page-visits': refused('UNAVAILABLE'),
    'GET /api/admin/page-visit-counts': refused('UNAVAILABLE'),
  })
  await act(() => client.invalidateQueries({ queryKey: ['admin'] }))
  await findToast('Failed to fetch page visits')
  expect(screen.getByText('Anonymous')).toBeDefined()
})

test('a long message is truncated, shown completely on demand, and can be marked as read', async () => {
  const { calls, keyboard } = show(
    {
      'GET /api/admin/contacts': page([submission]),
      'PATCH /api/admin/contacts/3': ok({ ...submission, status: 'read' }),
    },
    { address: '/admin?tab=contacts' },
  )
  const table = await screen.findByRole('table')
  expect(cellsOf(table)[0]).toEqual(['ID', 'Name', 'Email', 'Subject', 'Message', 'Status', 'Date'])
  expect(within(table).getByText('Unread').className).toContain('danger')
  expect(screen.queryByText(/The end\.$/)).toBeNull()
  await keyboard.click(within(table).getByRole('button', { name: /^We need leads/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Custom plan' })
  within(dialog).getByText(/The end\.$/)
  await keyboard.click(within(dialog).getByRole('button', { name: 'Mark as read' }))
  expect((await within(table).findByText('Read')).className).toContain('accent')
  expect(calls.at(-1)).toEqual({ route: 'PATCH /api/admin/contacts/3', query: '', sent: { status: 'read' } })
  expect(within(dialog).queryByRole('button', { name: 'Mark as read' })).toBeNull()
})

test('if marking a submission fails, it stays unread and the admin sees an error', async () => {
  const { keyboard } = show(
    {
      'GET /api/admin/contacts': page([submission]),
      'PATCH /api/admin/contacts/3': { status: 502, body: 'bad gateway' },
    },
    { address: '/admin?tab=contacts' },
  )
  await keyboard.click(await screen.findByRole('button', { name: /^We need leads/ }))
  await keyboard.click(screen.getByRole('button', { name: 'Mark as read' }))
  await screen.findByText('Failed to mark the submission as read')
  expect(screen.getByText('Unread')).toBeDefined()
})

test.each([
  ['users', { 'GET /api/admin/users': page([]) }, 'No users found'],
  [
    'page-visits',
    { 'GET /api/admin/page-visits': page([]), 'GET /api/admin/page-visit-counts': page([]) },
    'No page visits recorded',
  ],
  ['contacts', { 'GET /api/admin/contacts': page([]) }, 'No contact submissions found'],
])('the empty tab %s says so', async (tab, routes: Routes, text) => {
  show(routes, { address: `/admin?tab=${tab}` })
  expect(await screen.findByText(text)).toBeDefined()
})

test.each([
  ['dashboard', 'GET /api/admin/stats', 'Failed to fetch statistics'],
  ['users', 'GET /api/admin/users', 'Failed to fetch users'],
  ['contacts', 'GET /api/admin/contacts', 'Failed to fetch contact submissions'],
])('the tab %s can retry after a failure', async (tab, route, text) => {
  const { calls, keyboard } = show({ [route]: refused('UNAVAILABLE') }, { address: `/admin?tab=${tab}` })
  await findToast(text, errorTable.UNAVAILABLE.message)
  await keyboard.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(calls).toHaveLength(2))
})

test('the tab shows that users are loading', async () => {
  show({ 'GET /api/admin/users': never }, { address: '/admin?tab=users' })
  expect(await screen.findByText('Loading users')).toBeDefined()
})
