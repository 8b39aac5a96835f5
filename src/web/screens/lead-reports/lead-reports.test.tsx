import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { PlaceOverride } from '#contract/admin/place-overrides.ts'
import type { AdminLeadReport } from '#contract/admin/report-queue.ts'
import { findToast } from '../../testing/find-toast.ts'
import { makeUser } from '../../testing/fixtures.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { ok, refused, type Routes, stubApi } from '../../testing/stub-api.ts'
import LeadReportsScreen from './lead-reports.screen.tsx'

const report: AdminLeadReport = {
  id: 5,
  leadId: 9,
  userId: 3,
  username: 'dana',
  businessName: 'Bob Plumbing',
  phoneNumber: '(303) 555-0100',
  website: 'https://www.bob.example/',
  address: '1 Pearl St',
  town: 'Boulder, CO',
  placeKey: 'overture:1',
  reason: 'wrong_number',
  createdAt: '2026-03-02T10:00:00.000Z',
  others: 1,
  credited: 3,
}

const doubted: PlaceOverride = {
  id: 8,
  placeKey: 'overture:2',
  businessName: 'Ann Plumbing',
  town: 'Boulder, CO',
  fault: 'closed',
  effect: 'doubted',
  basis: 'reports',
  witnesses: 2,
  fromRelease: '2026-04-15.0',
  createdAt: '2026-03-02T10:00:00.000Z',
  confirmedAt: '2026-03-02T10:00:00.000Z',
  decidedBy: null,
}
const withheld: PlaceOverride = { ...doubted, effect: 'withheld', basis: 'administrator', decidedBy: 'sam' }

function show(routes: Routes = {}, isAdmin = true) {
  const calls = stubApi({
    'GET /api/admin/lead-reports': ok({ total: 3, reports: [report] }),
    'GET /api/admin/place-overrides': ok({ total: 2, active: [doubted] }),
    ...routes,
  })
  return { ...renderAt('/admin/lead-reports', <LeadReportsScreen />, makeUser({ isAdmin })), calls }
}

test('only admins can open the page', async () => {
  const { calls } = show({}, false)
  await screen.findByText('Access Denied')
  expect(calls).toEqual([])
})

test('a report says who made it, and is credited with one click', async () => {
  const { keyboard, calls } = show({ 'POST /api/admin/lead-reports/5': ok({ message: 'The pull was credited' }) })
  await screen.findByText('Reported by dana · 3 leads credited in 30 days · also reported by 1 other account')
  screen.getByRole('heading', { name: 'Waiting for you (3)' })
  screen.getByRole('button', { name: 'Load 2 more reports' })
  await keyboard.click(screen.getByRole('button', { name: 'Credit Bob Plumbing' }))
  await findToast('The pull was credited')
  await waitFor(() => expect(screen.queryByText('Bob Plumbing')).toBeNull())
  screen.getByRole('heading', { name: 'Waiting for you (2)' })
  expect(calls.find(({ sent }) => sent !== undefined)?.sent).toEqual({ decision: 'credit' })
})

test('a report has what an administrator needs to check it', async () => {
  show()
  const phone = await screen.findByRole<HTMLAnchorElement>('link', { name: '(303) 555-0100' })
  expect(phone.href).toBe('tel:+13035550100')
  expect(screen.getByRole<HTMLAnchorElement>('link', { name: /^bob\.example/ }).href).toBe('https://www.bob.example/')
  expect(screen.getByRole<HTMLAnchorElement>('link', { name: /^1 Pearl St, Boulder, CO/ }).href).toContain('Pearl')
})

test('a decision that was not saved says so', async () => {
  const { keyboard } = show({ 'POST /api/admin/lead-reports/5': refused('UNAVAILABLE') })
  await keyboard.click(await screen.findByRole('button', { name: 'Refuse Bob Plumbing' }))
  await findToast('Your decision was not saved')
  expect(screen.getByRole('heading', { name: 'Bob Plumbing' })).toBeDefined()
})

test('the place of a report is withheld from everyone', async () => {
  const { keyboard, calls } = show({
    'POST /api/admin/place-overrides': ok({
      ...withheld,
      id: 9,
      placeKey: 'overture:1',
      fault: 'wrong_number',
      businessName: 'Bob Plumbing',
    }),
  })
  await keyboard.click(await screen.findByRole('button', { name: 'Withhold Bob Plumbing from everyone' }))
  await findToast('Searches no longer find it')
  expect(calls.find(({ sent }) => sent !== undefined)?.sent).toEqual({ placeKey: 'overture:1', fault: 'wrong_number' })
  expect(screen.getAllByRole('heading', { name: 'Bob Plumbing' })).toHaveLength(2)
  expect(screen.queryByRole('button', { name: 'Withhold Bob Plumbing from everyone' })).toBeNull()
})

test('a report about one lead corrects nobody’s place', async () => {
  show({ 'GET /api/admin/lead-reports': ok({ total: 1, reports: [{ ...report, reason: 'duplicate' }] }) })
  await screen.findByRole('button', { name: 'Credit Bob Plumbing' })
  expect(screen.queryByRole('button', { name: 'Withhold Bob Plumbing from everyone' })).toBeNull()
})

test('what was reported is kept, and then removed', async () => {
  const { keyboard } = show({ 'POST /api/admin/place-overrides/8': ok(withheld) })
  await screen.findByText('1 older correction is not listed.')
  await screen.findByText('Reported by 2 independent accounts')
  await keyboard.click(screen.getByRole('button', { name: 'Withhold Ann Plumbing' }))
  await findToast('Searches no longer find it')
  screen.getByText('Reported by 2 independent accounts · kept by sam')
  await keyboard.click(screen.getByRole('button', { name: 'Remove the correction of Ann Plumbing' }))
  await findToast('Correction removed')
  expect(await screen.findByText('No place is corrected.')).toBeDefined()
})

test('a place is withheld by its key, and an unknown key is refused at the field', async () => {
  const { keyboard } = show({
    'POST /api/admin/place-overrides': refused('NOT_FOUND', { message: 'The catalog has no place with this key.' }),
  })
  const form = await screen.findByRole('form', { name: 'Withhold a place' })
  await keyboard.click(within(form).getByRole('button', { name: 'Withhold' }))
  await within(form).findByText(/Please enter the key of a place/)
  await keyboard.type(within(form).getByLabelText('Key of the place'), 'overture:nobody')
  await keyboard.click(within(form).getByRole('button', { name: 'Withhold' }))
  expect(await within(form).findByText('The catalog has no place with this key.')).toBeDefined()
})

test('corrections that fail to load are reported, and the queue stays', async () => {
  show({ 'GET /api/admin/place-overrides': refused('UNAVAILABLE') })
  await findToast('Failed to fetch the corrections')
  expect(await screen.findByRole('heading', { name: 'Bob Plumbing' })).toBeDefined()
})
