import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { businessesPath, publicPaths } from '#contract/public-pages.ts'
import { publicPages } from '../shared/public-pages.ts'
import { createQueryClient } from '../shared/session/query-client.ts'
import { ok, stubApi } from '../testing/stub-api.ts'
import { App } from './app.tsx'

async function open(address: string) {
  stubApi({ 'GET /api/support': ok({ email: 'help@example.com', phone: '(555) 555-0123' }) })
  history.replaceState(null, '', address)
  render(<App client={createQueryClient()} />)
  await screen.findByRole('heading', { level: 1 })
}
const sections = () => screen.getAllByRole('heading', { level: 2 }).map(heading => heading.textContent)

test.each(publicPages)('$path has its title, and all links on it work', async ({ path, title }) => {
  await open(path)
  await waitFor(() => expect(document.title).toBe(title))
  const targets = screen.getAllByRole('link').map(link => link.getAttribute('href') ?? '')
  const own = targets.filter(target => target.startsWith('/')).map(target => target.split(/[?#]/)[0])
  const known = new Set<string | undefined>([...publicPaths, businessesPath, '/login', '/register'])
  expect(own.filter(target => !known.has(target))).toEqual([])
  const anchors = targets.filter(target => target.startsWith('#')).map(target => target.slice(1))
  expect(anchors.filter(id => document.getElementById(id) === null)).toEqual([])
})

test('the landing page has the sections that links on every page point to', async () => {
  await open('/')
  for (const id of ['features', 'pricing', 'plans']) expect(document.getElementById(id)).not.toBeNull()
})

test.each([
  ['About', 'About Leadline'],
  ['Help Center', 'Help Center'],
  ['Privacy Policy', 'Privacy Policy'],
  ['Terms of Service', 'Terms of Service'],
  ['Contact Us', 'Contact Us'],
])('the footer links to %s', async (link, heading) => {
  await open('/')
  await userEvent.setup().click(screen.getByRole('link', { name: link }))
  await screen.findByRole('heading', { level: 1, name: heading })
  expect(publicPaths).toContain(location.pathname)
})

test('the about page shows founding, mission, and strengths, and credits every source with its license', async () => {
  await open('/about')
  const text = document.body.textContent
  expect(text).toContain('founded in 2023')
  expect(text).toContain('find high-quality leads without manual research')
  for (const name of ['Accuracy', 'Simplicity', 'Value']) screen.getByRole('heading', { name })
  for (const license of ['CDLA-Permissive-2.0', 'Apache-2.0', 'CC0-1.0', 'ODbL-1.0', 'CC-BY-4.0', 'CC-BY-SA-3.0'])
    screen.getByRole('link', { name: license })
  for (const credit of ['© Overture Maps Foundation', '© Foursquare Labs, Inc.', '© OpenStreetMap contributors'])
    expect(text.replaceAll('\u00a0', ' ')).toContain(credit)
})

test('the privacy policy has its date and all its sections', async () => {
  await open('/privacy')
  screen.getByText('Last updated May 2, 2025')
  expect(sections()).toEqual([
    'On this page',
    'Introduction',
    'Information We Collect',
    'How We Use Information',
    'How We Share Information',
    'Security',
    'Your Rights',
    'Changes to This Policy',
    'Contact Us',
  ])
})

test('the terms have their date and all their sections', async () => {
  await open('/terms')
  screen.getByText('Last updated May 2, 2025')
  expect(sections()).toEqual([
    'On this page',
    'Agreement to Terms',
    'Subscription Terms',
    'Accounts',
    'Intellectual Property',
    'User Content',
    'Prohibited Uses',
    'Limitation of Liability',
    'Changes to These Terms',
    'Contact Us',
  ])
  screen.getByText(/You keep the price at which you subscribed as long as the subscription continues/)
})
