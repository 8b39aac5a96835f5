import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderAt } from '../../testing/render-at.tsx'
import { never, ok, refused, type Routes, stubApi } from '../../testing/stub-api.ts'
import ContactScreen from './contact.screen.tsx'

const support = { 'GET /api/support': ok({ email: 'help@example.com', phone: '(555) 555-0123' }) }
const good = { name: 'Ann Lee', email: 'ann@example.com', subject: 'Custom plan', message: 'We need more leads.' }

function open(routes: Routes = {}) {
  const calls = stubApi({ ...support, ...routes })
  return { ...renderAt('/contact', <ContactScreen />), sent: () => calls.filter(({ sent }) => sent !== undefined) }
}
const fieldOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const fill = (values: Record<string, string>) => {
  for (const [name, value] of Object.entries(values))
    fireEvent.change(fieldOf(name.charAt(0).toUpperCase() + name.slice(1)), { target: { value } })
}
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Send Message' }))

test('the page shows the support details and the hours of the live chat', async () => {
  open()
  expect((await screen.findByRole('link', { name: 'help@example.com' })).getAttribute('href')).toBe(
    'mailto:help@example.com',
  )
  expect(screen.getByRole('link', { name: '(555) 555-0123' }).getAttribute('href')).toBe('tel:5555550123')
  screen.getByText('Monday to Friday, 9am-5pm EST')
  expect(document.title).toBe('Contact Us · Leadline')
})

test('an empty form shows an error at each field, focuses the first, and sends nothing', async () => {
  const { sent } = open()
  press()
  await screen.findByText('Name must be at least 2 characters.')
  screen.getByText('Please enter a valid email address.')
  screen.getByText('Subject must be at least 5 characters.')
  screen.getByText('Message must be at least 10 characters.')
  expect(document.activeElement).toBe(fieldOf('Name'))
  expect(sent()).toEqual([])
})

test.each([
  ['name', 'A', 'Name must be at least 2 characters.'],
  ['email', 'ann@', 'Please enter a valid email address.'],
  ['subject', 'Help', 'Subject must be at least 5 characters.'],
  ['message', 'Too short', 'Message must be at least 10 characters.'],
])('an invalid %s shows an error at its field until it is corrected', async (field, wrong, message) => {
  const { sent } = open()
  fill({ ...good, [field]: wrong })
  press()
  await screen.findByText(message)
  expect(screen.getAllByRole('alert').map(alert => alert.textContent)).toEqual([message])
  expect(sent()).toEqual([])
  fill({ [field]: good[field as keyof typeof good] })
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('sending takes at least a second, then the page says so and the form is empty again', async () => {
  const { sent } = open({ 'POST /api/contact': ok({ message: 'Thanks' }, 201) })
  fill(good)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  press()
  await expect.poll(() => screen.queryByRole<HTMLButtonElement>('button', { name: 'Sending...' })?.disabled).toBe(true)
  // `poll` has moved the time by up to 50 ms.
  await act(() => vi.advanceTimersByTimeAsync(940))
  screen.getByRole('button', { name: 'Sending...' })
  expect(screen.queryByText('Message Sent')).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(60))
  vi.useRealTimers()
  await screen.findByText('Message Sent')
  screen.getByText("Thank you for contacting us. We'll get back to you soon!")
  expect(sent()).toEqual([{ route: 'POST /api/contact', query: '', sent: good }])
  expect(['Name', 'Email', 'Subject', 'Message'].map(label => fieldOf(label).value)).toEqual(['', '', '', ''])
  await screen.findByRole('button', { name: 'Send Message' })
})

test('a message submitted twice quickly is sent once', async () => {
  const { sent } = open({ 'POST /api/contact': ok({ message: 'Thanks' }, 201) })
  fill(good)
  const form = screen.getByRole('form', { name: 'Contact Us' })
  fireEvent.submit(form)
  fireEvent.submit(form)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send Message' }).disabled).toBe(true)
  await screen.findByText('Message Sent')
  expect(sent()).toHaveLength(1)
})

test('if a message cannot be stored, the page says so and keeps the text', async () => {
  open({ 'POST /api/contact': refused('UNAVAILABLE') })
  fill(good)
  press()
  await screen.findByText('Message not sent')
  screen.getByText('The service is busy or restarting. Please try again in a moment.')
  expect(['Name', 'Email', 'Subject', 'Message'].map(label => fieldOf(label).value)).toEqual(Object.values(good))
  await screen.findByRole('button', { name: 'Send Message' })
})

test('errors that only the server finds are shown at their fields', async () => {
  const issues = [{ path: 'email', message: 'Please enter a valid email address.' }]
  open({ 'POST /api/contact': refused('INVALID_REQUEST', { issues }) })
  fill(good)
  press()
  await waitFor(() => expect(fieldOf('Email').getAttribute('aria-invalid')).toBe('true'))
})

test('while the details load, the page does not point users to the form', async () => {
  open({ 'GET /api/support': never })
  expect(screen.queryByText('Please use the form')).toBeNull()
})

test('if the details fail to load, the form still works', async () => {
  open({ 'GET /api/support': refused('UNAVAILABLE') })
  expect(await screen.findAllByText('Please use the form')).toHaveLength(2)
})
