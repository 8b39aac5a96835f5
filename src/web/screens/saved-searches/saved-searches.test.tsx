import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { SavedSearches } from '#contract/searches/saved-searches.ts'
import { findToast } from '../../testing/find-toast.ts'
import { makeNotedSearch, makeUser } from '../../testing/fixtures.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { inTurn, ok, refused, type Routes, stubApi } from '../../testing/stub-api.ts'
import SavedSearchesScreen from './saved-searches.screen.tsx'

const at = '2026-04-15T15:04:00.000Z'
const { search } = makeNotedSearch()
const all: SavedSearches = {
  settings: { frequency: 'week', stoppedBy: null, nextEmailAt: '2026-04-20T13:00:00.000Z' },
  savedSearches: [{ id: 3, name: 'My plumbers', isMailed: true, createdAt: at, search, newBusinesses: 4, searches: 1 }],
  leadNews: [{ id: 9, leadId: 7, businessName: 'Ace Plumbing', kind: 'changed', what: ['phone'], foundAt: at }],
}
const show = (routes: Routes, saved = all, user = makeUser()) => {
  const calls = stubApi({ 'GET /api/saved-searches': ok(saved), ...routes })
  return { calls, ...renderAt('/saved-searches', <SavedSearchesScreen />, user) }
}
const sentTo = (calls: ReturnType<typeof show>['calls'], route: string) =>
  calls.filter(call => call.route === route).map(({ sent }) => sent)

test('new businesses show their cost, and a double click gets them once', async () => {
  const route = 'POST /api/saved-searches/3/run'
  const { calls } = show({ [route]: refused('QUOTA_EXCEEDED') })
  const button = await screen.findByRole('button', { name: 'Get 4 new businesses' })
  screen.getByText('1 search, at most 4 leads')
  screen.getByText('New phone')
  button.click()
  button.click()
  await screen.findByText('My plumbers')
  await expect.poll(() => sentTo(calls, route)).toEqual([{ newBusinesses: 4 }])
})

test('emails are set for all searches, in the steps of the plan, and for each one', async () => {
  const { calls, keyboard } = show({
    'PUT /api/alert-settings': ok({ frequency: 'month', stoppedBy: null, nextEmailAt: '2026-05-01T13:00:00.000Z' }),
    'PATCH /api/saved-searches/3': ok({ message: 'Saved search changed' }),
  })
  const select = await screen.findByLabelText<HTMLSelectElement>('Email me the news')
  screen.getByText(/^Next: Apr 20, 2026/)
  expect(screen.getByRole('link', { name: 'My Leads' }).getAttribute('href')).toBe('/leads')
  expect([...select.options].map(({ value }) => value)).toEqual(['week', 'month', 'never'])
  await keyboard.selectOptions(select, 'month')
  await keyboard.click(screen.getByRole('checkbox', { name: 'Email about My plumbers' }))
  await expect.poll(() => sentTo(calls, 'PATCH /api/saved-searches/3')).toEqual([{ isMailed: false }])
  expect(sentTo(calls, 'PUT /api/alert-settings')).toEqual([{ frequency: 'month' }])
  expect(select.value).toBe('month')
  screen.getByText(/^Next: May 1, 2026/)
})

test('without a confirmed email, the page says why none comes, and sends the link again', async () => {
  const user = makeUser({ emailVerified: false, email: 'ann@example.com' })
  const { calls, keyboard } = show(
    { 'GET /api/user': ok(user), 'POST /api/verify-email/resend': ok({ message: 'Email sent' }) },
    all,
    user,
  )
  await screen.findByText(/We sent a link to ann@example\.com\.$/)
  await keyboard.click(screen.getByRole('button', { name: 'Send again' }))
  await findToast('Email sent')
  expect(sentTo(calls, 'POST /api/verify-email/resend')).toHaveLength(1)
})

test.each(['Get 4 new businesses', 'Email about My plumbers'])(
  'a saved search that was deleted in another tab is gone after “%s”',
  async name => {
    const { keyboard } = show({
      'GET /api/saved-searches': inTurn(ok(all), ok({ ...all, savedSearches: [] })),
      'POST /api/saved-searches/3/run': refused('NOT_FOUND'),
      'PATCH /api/saved-searches/3': refused('NOT_FOUND'),
    })
    await keyboard.click(await screen.findByRole(name.startsWith('Get') ? 'button' : 'checkbox', { name }))
    await expect.poll(() => screen.queryByRole('heading', { name: 'My plumbers' })).toBeNull()
  },
)

test('a saved search gets another name', async () => {
  const { calls, keyboard } = show({ 'PATCH /api/saved-searches/3': ok({ message: 'Saved search changed' }) })
  await keyboard.click(await screen.findByRole('button', { name: 'Rename My plumbers' }))
  const field = await screen.findByLabelText('Name')
  await keyboard.clear(field)
  await keyboard.click(screen.getByRole('button', { name: 'Rename' }))
  await screen.findByText('Please enter a name')
  await keyboard.type(field, 'Plumbers in Boulder{Enter}')
  await screen.findByRole('heading', { name: 'Plumbers in Boulder' })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sentTo(calls, 'PATCH /api/saved-searches/3')).toEqual([{ name: 'Plumbers in Boulder' }])
})

test('a change of a lead leads to it', async () => {
  show({})
  const link = await screen.findByRole('link', { name: 'Ace Plumbing' })
  expect(link.getAttribute('href')).toBe('/leads?tab=all&q=Ace%20Plumbing')
  expect(screen.queryByText(/to get these emails/)).toBeNull()
})

test('emails that were stopped say why', async () => {
  show({}, { ...all, settings: { frequency: 'never', stoppedBy: 'mail server', nextEmailAt: null } })
  expect(await screen.findByText(/your mail server refused one/)).toBeTruthy()
})

test('a saved search is deleted after a question', async () => {
  const { keyboard } = show({ 'DELETE /api/saved-searches/3': ok({ message: 'Saved search deleted' }) })
  await keyboard.click(await screen.findByRole('button', { name: 'Delete My plumbers' }))
  await keyboard.click(screen.getByRole('button', { name: 'Delete search' }))
  expect(await screen.findByText('You have no saved searches.')).toBeTruthy()
})

test('without saved searches, the page says how to save one, and emails about leads and files can be stopped', async () => {
  show({}, { ...all, savedSearches: [], leadNews: [] })
  expect(await screen.findByText('No saved searches')).toBeTruthy()
  screen.getByLabelText('Email me the news')
})

test('a search with new businesses comes before newer ones without', async () => {
  const [saved] = all.savedSearches
  if (!saved) throw new Error('No saved search')
  const quiet = { ...saved, id: 4, name: 'My dentists', newBusinesses: 0 }
  show({}, { ...all, savedSearches: [quiet, saved] })
  const names = (await screen.findAllByRole('heading', { level: 3 })).map(({ textContent }) => textContent)
  expect(names).toEqual(['My plumbers', 'My dentists'])
})
