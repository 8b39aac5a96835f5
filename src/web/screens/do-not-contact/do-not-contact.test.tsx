import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { RemovalRequest, Suppression } from '#contract/places/suppression.ts'
import { findToast } from '../../testing/find-toast.ts'
import { makeUser } from '../../testing/fixtures.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { inTurn, ok, refused, type Routes, stubApi } from '../../testing/stub-api.ts'
import DoNotContactScreen from './do-not-contact.screen.tsx'

const entry: Suppression = {
  id: 1,
  kind: 'phone',
  value: '13034400001',
  reason: 'asked by phone',
  createdAt: '2026-03-01T10:00:00.000Z',
}
const request: RemovalRequest = {
  id: 5,
  businessName: 'Bob Plumbing',
  email: 'bob@gmail.com',
  phone: '+13034400002',
  websiteDomain: null,
  message: 'Please stop.',
  status: 'awaiting_admin',
  createdAt: '2026-03-02T10:00:00.000Z',
}

function show(routes: Routes = {}, isAdmin = true) {
  const calls = stubApi({
    'GET /api/admin/suppressions': ok([entry]),
    'GET /api/admin/removal-requests': ok([{ ...request, id: 6, status: 'removed' }, request]),
    ...routes,
  })
  const user = makeUser({ isAdmin })
  return { ...renderAt('/admin/do-not-contact', <DoNotContactScreen />, user), calls }
}
const sectionOf = (name: string) => within(screen.getByRole('region', { name }))

test('only admins can open the page', async () => {
  const { calls } = show({}, false)
  await screen.findByText('Access Denied')
  expect(calls).toEqual([])
})

test('requests that wait for the admin come first and are decided with one click', async () => {
  const { keyboard, calls } = show({ 'POST /api/admin/removal-requests/5': ok({ ...request, status: 'removed' }) })
  await screen.findByText('Waiting for you')
  expect(screen.getAllByRole('listitem')[0]?.textContent).toContain('bob@gmail.com · (303) 440-0002')
  await keyboard.click(screen.getByRole('button', { name: 'Remove Bob Plumbing' }))
  await findToast('Removed', 'Bob Plumbing')
  expect(sectionOf('Requests from businesses').getAllByText('Removed')).toHaveLength(2)
  expect(calls.find(({ sent }) => sent !== undefined)?.sent).toEqual({ decision: 'remove' })
})

test('many requests do not push the list out of reach', async () => {
  const many = Array.from({ length: 12 }, (_, index) => ({
    ...request,
    id: index + 1,
    businessName: `Business ${index}`,
  }))
  const { keyboard } = show({ 'GET /api/admin/removal-requests': ok(many) })
  await screen.findByRole('button', { name: 'Remove Business 11' })
  expect(screen.queryByRole('button', { name: 'Remove Business 0' })).toBeNull()
  await keyboard.click(screen.getByRole('button', { name: 'Show more (7)' }))
  expect(screen.getByRole('button', { name: 'Remove Business 0' })).toBeDefined()
  expect(document.activeElement?.textContent).toBe('Show fewer')
})

test('the second click of a double click does not decide about the request that has moved there', async () => {
  const { calls } = show({ 'POST /api/admin/removal-requests/5': ok({ ...request, status: 'removed' }) })
  const remove = await screen.findByRole('button', { name: 'Remove Bob Plumbing' })
  fireEvent.click(remove, { detail: 1 })
  await findToast('Removed', 'Bob Plumbing')
  fireEvent.click(await screen.findByRole('button', { name: 'Remove (303) 440-0001' }), { detail: 2 })
  expect(calls.filter(({ sent }) => sent !== undefined)).toHaveLength(1)
  expect(calls.filter(({ route }) => route.startsWith('DELETE'))).toEqual([])
})

test('a decision that another administrator has made before is shown as it is', async () => {
  const { keyboard } = show({
    'GET /api/admin/removal-requests': inTurn(ok([request]), ok([])),
    'POST /api/admin/removal-requests/5': refused('NOT_FOUND'),
  })
  await keyboard.click(await screen.findByRole('button', { name: 'Refuse Bob Plumbing' }))
  await findToast('Your decision was not saved')
  expect(await screen.findByText('No business has asked to be removed.')).toBeDefined()
})

test('an entry is added, and an invalid one shows an error at its field', async () => {
  const message = 'Please enter a phone number, an email, the business’s own domain, or a place’s key'
  const added = { ...entry, id: 2, kind: 'domain', value: 'annplumbing.org', reason: 'administrator' }
  const { keyboard } = show({
    'POST /api/admin/suppressions': inTurn(refused('INVALID_REQUEST', { message }), ok(added), ok(added)),
  })
  const field = screen.getByLabelText('Phone, email, domain, or place')
  await keyboard.type(field, 'gmail.com')
  await keyboard.click(screen.getByRole('button', { name: 'Add' }))
  await screen.findByText(message)
  await keyboard.clear(field)
  await keyboard.type(field, 'annplumbing.org')
  await keyboard.click(screen.getByRole('button', { name: 'Add' }))
  expect(await sectionOf('On the list').findByRole('cell', { name: 'annplumbing.org' })).toBeDefined()
  expect(screen.queryByText(message)).toBeNull()
})

test('an entry is removed', async () => {
  const { keyboard } = show({ 'DELETE /api/admin/suppressions/1': ok({ message: 'off' }) })
  await keyboard.click(await screen.findByRole('button', { name: 'Remove (303) 440-0001' }))
  expect(await screen.findByText('The list is empty.')).toBeDefined()
})
