import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { PublicPreview } from '#contract/searches/public-preview.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { inTurn, later, ok, refused, type Routes, stubApi } from '../../testing/stub-api.ts'
import LandingScreen from './landing.screen.tsx'

const found: PublicPreview = {
  category: 'Plumbers',
  place: 'Boulder, CO',
  radius: 25,
  matches: 84,
  shares: { phone: 92, website: 64, email: 21 },
  leads: [{ businessName: 'Ace Pipes', phone: '(303) 555-••••', website: 'ace•••.com', qualityScore: 82 }],
  isSample: false,
  catalog: { places: 22_541, towns: 31, source: 'Overture Maps', release: '2026-04-15.0' },
}

function show(routes: Routes) {
  const calls = stubApi(routes)
  const { keyboard } = renderAt('/', <LandingScreen />)
  const form = within(screen.getByRole('form', { name: 'Try a search' }))
  const press = () => keyboard.click(form.getByRole('button', { name: 'Count' }))
  return { calls, keyboard, form, press }
}

test('a visitor sees an example, and then what a search really finds, with a way to all of it', async () => {
  const { calls, keyboard, form, press } = show({ 'GET /api/public-preview': ok(found) })
  screen.getByText('Harbor & Sons Plumbing')
  screen.getByText(/An example with fictional businesses/)
  await keyboard.clear(form.getByLabelText('Business category'))
  await keyboard.type(form.getByLabelText('Business category'), ' plumber ')
  await press()
  await screen.findByText('Ace Pipes')
  screen.getByText('(303) 555-••••')
  screen.getByText(/92% with phone, 64% with website, 21% with email/)
  screen.getByText(/From 22,541 businesses in 31 towns, Overture Maps 2026-04-15.0/)
  expect(screen.getByRole('link', { name: 'See all 84' }).getAttribute('href')).toBe(
    '/register?category=plumber&place=Boulder%2C%20CO',
  )
  expect(screen.queryByText('Harbor & Sons Plumbing')).toBeNull()
  expect(calls.find(({ route }) => route === 'GET /api/public-preview')?.query).toBe(
    'category=plumber&place=Boulder%2C+CO',
  )
})

test('branches of a chain, which have the same name, are all shown', async () => {
  const errors = vi.spyOn(console, 'error')
  const { press } = show({ 'GET /api/public-preview': ok({ ...found, leads: found.leads.concat(found.leads) }) })
  await press()
  expect(await screen.findAllByText('Ace Pipes')).toHaveLength(2)
  expect(errors).not.toHaveBeenCalled()
})

test('small numbers and fictional businesses are called that', async () => {
  const { press } = show({
    'GET /api/public-preview': ok({ ...found, matches: null, shares: null, isSample: true, catalog: null }),
  })
  await press()
  await screen.findByText(/Fewer than 10 Plumbers near Boulder, CO/)
  screen.getByText(/Sample data: fictional businesses/)
  expect(screen.getByRole('link', { name: 'See them' })).toBeDefined()
})

test.each([
  [
    'an unknown place',
    ok({ errorType: 'UNKNOWN_LOCATION', message: 'We could not find that place.' }, 202),
    /find that place/,
  ],
  ['nothing found', ok({ ...found, leads: [], matches: null, shares: null }), /We know no Plumbers near Boulder, CO/],
  ['too many tries', refused('TOO_MANY_REQUESTS'), /Too many/],
  ['a failure', { status: 500, body: '' }, /This did not work/],
])('%s is explained', async (_case, answer, text) => {
  const { press } = show({ 'GET /api/public-preview': answer })
  await press()
  expect((await screen.findByRole('alert')).textContent).toMatch(text)
})

test('places that are being prepared appear by themselves', async () => {
  const preparing = ok({ errorType: 'AREA_BEING_PREPARED', message: 'Being prepared.' }, 202)
  const { press } = show({ 'GET /api/public-preview': inTurn(preparing, ok(found)) })
  await press()
  await screen.findByText('The places of this area are being prepared.')
  expect(await screen.findByText('Ace Pipes')).toBeDefined()
})

test('while the answer is on its way, the example is gone', async () => {
  const answer = later()
  const { press } = show({ 'GET /api/public-preview': answer.answer })
  await press()
  expect(screen.queryByText('Harbor & Sons Plumbing')).toBeNull()
  answer.give(ok(found))
  expect(await screen.findByText('Ace Pipes')).toBeDefined()
})
