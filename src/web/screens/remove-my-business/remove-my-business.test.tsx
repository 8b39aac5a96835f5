import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAt } from '../../testing/render-at.tsx'
import { ok, refused, type Routes, stubApi } from '../../testing/stub-api.ts'
import RemoveMyBusinessScreen from './remove-my-business.screen.tsx'

const token = 'a'.repeat(43)
function open(routes: Routes = {}, address = '/remove-my-business') {
  const calls = stubApi(routes)
  return {
    ...renderAt(address, <RemoveMyBusinessScreen />),
    sent: () => calls.filter(({ sent }) => sent !== undefined),
  }
}
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('a request without a name and an email is not sent; a complete one is, and the page says what comes next', async () => {
  const { sent } = open({ 'POST /api/removal-requests': ok({ message: 'A mail is on its way.' }, 202) })
  press('Request removal')
  await screen.findByText('Please enter the name of the business')
  expect(document.activeElement).toBe(screen.getByLabelText('Name of the business'))
  expect(sent()).toEqual([])
  fill('Name of the business', 'Ann Plumbing')
  fill('Your email', 'ann@annplumbing.org')
  press('Request removal')
  await screen.findByText('A mail is on its way.')
  expect(sent()[0]?.sent).toMatchObject({ businessName: 'Ann Plumbing', email: 'ann@annplumbing.org' })
  press('Remove another business')
  await screen.findByLabelText('Name of the business')
})

test("the mail's link asks for one more click, and nothing is sent before", async () => {
  const answer = ok({ message: 'Your business is on our do-not-contact list, and will stay there.' })
  const { sent } = open({ 'POST /api/removal-requests/confirm': answer }, `/remove-my-business#token=${token}`)
  expect(sent()).toEqual([])
  press('Remove my business')
  await screen.findByText('Your business is on our do-not-contact list, and will stay there.')
  expect(sent()[0]?.sent).toEqual({ token })
})

test('a used link says so and how to continue', async () => {
  open({ 'POST /api/removal-requests/confirm': refused('INVALID_LINK') }, `/remove-my-business#token=${token}`)
  press('Remove my business')
  await screen.findByText('This link has expired or was already used.')
  expect(screen.getByRole('link', { name: 'Ask again' }).getAttribute('href')).toBe('/remove-my-business')
  expect(screen.queryByRole('button', { name: 'Remove my business' })).toBeNull()
})

test('while the service is down, the link can be tried again', async () => {
  open({ 'POST /api/removal-requests/confirm': refused('UNAVAILABLE') }, `/remove-my-business#token=${token}`)
  press('Remove my business')
  await screen.findByRole('alert')
  expect(screen.queryByRole('link', { name: 'Ask again' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Remove my business' })).toBeDefined()
})
