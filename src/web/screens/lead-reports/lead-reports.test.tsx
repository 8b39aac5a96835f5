import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { AdminLeadReport } from '#contract/report-queue.ts'
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
  town: 'Boulder, CO',
  placeKey: 'overture:1',
  reason: 'wrong_number',
  createdAt: '2026-03-02T10:00:00.000Z',
  others: 1,
  credited: 3,
}

function show(routes: Routes = {}, isAdmin = true) {
  const calls = stubApi({ 'GET /api/admin/lead-reports': ok({ total: 3, reports: [report] }), ...routes })
  return { ...renderAt('/admin/lead-reports', <LeadReportsScreen />, makeUser({ isAdmin })), calls }
}

test('only admins can open the page', async () => {
  const { calls } = show({}, false)
  await screen.findByText('Access Denied')
  expect(calls).toEqual([])
})

test('a report says who made it, and is credited with one click', async () => {
  const { keyboard, calls } = show({ 'POST /api/admin/lead-reports/5': ok({ message: 'The pull was credited' }) })
  await screen.findByText('Reported by dana · 3 pulls credited in 30 days · also reported by 1 other account')
  screen.getByText(/^2 more reports wait/)
  await keyboard.click(screen.getByRole('button', { name: 'Credit Bob Plumbing' }))
  await findToast('The pull was credited')
  await screen.findByText('No report waits for a decision.')
  expect(calls.find(({ sent }) => sent !== undefined)?.sent).toEqual({ decision: 'credit' })
})

test('a decision that was not saved says so', async () => {
  const { keyboard } = show({ 'POST /api/admin/lead-reports/5': refused('UNAVAILABLE') })
  await keyboard.click(await screen.findByRole('button', { name: 'Refuse Bob Plumbing' }))
  await findToast('Your decision was not saved')
  expect(screen.getByRole('heading', { name: 'Bob Plumbing' })).toBeDefined()
})
