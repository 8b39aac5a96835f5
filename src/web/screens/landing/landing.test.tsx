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
  leads: [
    {
      businessName: 'Ace Pipes',
      phone: '(303) 555-••••',
      website: 'ace•••.com',
      email: 'in•••@ace•••.com',
      qualityScore: 82,
      scoreLines: [
        { code: 'phone', label: 'Phone', earned: 51, possible: 51, detail: 'direct number' },
        { code: 'email', label: 'Email', earned: 31, possible: 49, detail: 'general address' },
      ],
      source: 'Overture Maps',
      confirmedOn: '2026-04-01',
    },
  ],
  catalog: { places: 22_541, towns: 31, source: 'Overture Maps', release: '2026-04-15.0' },
}

const example: PublicPreview = {
  ...found,
  category: 'Restaurants',
  place: 'Denver, CO',
  matches: 259,
  leads: found.leads.map(lead => ({ ...lead, businessName: 'Real Kitchen', phone: '(720) 555-••••' })),
}

/** The first business of the example is opened below, with its name as a heading. */
const inRow = { selector: 'div' }

function show(routes: Routes) {
  const calls = stubApi({ 'GET /api/public-example': ok(example), ...routes })
  const { keyboard } = renderAt('/', <LandingScreen />)
  const form = within(screen.getByRole('form', { name: 'Try a search' }))
  const press = () => keyboard.click(form.getByRole('button', { name: 'Show leads' }))
  return { calls, keyboard, form, press }
}

test('a visitor sees a real example, and then what a search really finds, with a way to all of it', async () => {
  const { calls, keyboard, form, press } = show({ 'GET /api/public-preview': ok(found) })
  await screen.findByText('Real Kitchen', inRow)
  expect(screen.getByRole('link', { name: 'See all 259' }).getAttribute('href')).toBe(
    '/register?category=Restaurants&place=Denver%2C%20CO',
  )
  const place = form.getByLabelText<HTMLInputElement>('City, state or ZIP')
  expect(place.value).toBe('Denver, CO')
  await keyboard.clear(place)
  await keyboard.type(place, 'Boulder, CO')
  await keyboard.clear(form.getByLabelText('Business category'))
  await keyboard.type(form.getByLabelText('Business category'), ' plumber ')
  await press()
  await screen.findByText('Ace Pipes')
  screen.getByText('(303) 555-••••')
  screen.getByText('in•••@ace•••.com')
  screen.getByText(/92% with phone, 64% with website, 21% with email/)
  screen.getByText(/From 22,541 businesses in 31 towns, Overture Maps 2026-04-15.0/)
  expect(screen.getByRole('link', { name: 'See all 84' }).getAttribute('href')).toBe(
    '/register?category=plumber&place=Boulder%2C%20CO',
  )
  expect(screen.queryByText('Real Kitchen', inRow)).toBeNull()
  expect(calls.find(({ route }) => route === 'GET /api/public-preview')?.query).toBe(
    'category=plumber&place=Boulder%2C+CO',
  )
})

test('the example is opened below: the points of its lines, its source, and its date', async () => {
  show({})
  await screen.findByText('Overture Maps, confirmed Apr 1, 2026')
  const points = ['direct number', 'general address'].map(detail => screen.getByText(detail).nextSibling?.textContent)
  expect(points).toEqual(['51', '31'])
})

test('branches of a chain, which have the same name, are all shown', async () => {
  const errors = vi.spyOn(console, 'error')
  const { press } = show({ 'GET /api/public-preview': ok({ ...found, leads: found.leads.concat(found.leads) }) })
  await press()
  expect(await screen.findAllByText('Ace Pipes')).toHaveLength(2)
  expect(errors).not.toHaveBeenCalled()
})

test('where nothing is loaded, the visitor can sign up for the same search, and sees no invented business', async () => {
  const message = 'Boulder is not loaded yet. Sign up, and it loads during your first search.'
  show({ 'GET /api/public-example': ok({ errorType: 'AREA_NOT_LOADED', message }, 202) })
  expect((await screen.findByRole('alert')).textContent).toBe(message)
  const ways = screen.getAllByRole('link', { name: 'Sign up' }).map(link => link.getAttribute('href'))
  expect(ways).toContain('/register?category=Restaurants&place=Boulder%2C%20CO')
})

test('suggestions help a visitor, too', async () => {
  const suggestions = [{ kind: 'place', text: 'Austin, TX', population: 961_855, places: 'none', at: null }]
  const { keyboard, form } = show({ 'GET /api/public-suggestions': ok({ suggestions }) })
  const place = form.getByLabelText<HTMLInputElement>('City, state or ZIP')
  await keyboard.clear(place)
  await keyboard.type(place, 'aust')
  await keyboard.click(await screen.findByRole('option', { name: /Austin, TX/ }))
  expect(place.value).toBe('Austin, TX')
})

test.each([
  [
    'an unknown place',
    ok({ errorType: 'UNKNOWN_LOCATION', message: 'We could not find that place.' }, 202),
    /^We could not find that place\.$/,
  ],
  [
    'a name of several places',
    ok({ errorType: 'AMBIGUOUS_LOCATION', message: 'Please choose one.' }, 202),
    /^Please name one place with its state, such as “Boulder, CO”\.$/,
  ],
  [
    'an unclear category',
    ok({ errorType: 'CATEGORY_UNSURE', message: 'Nothing was charged.' }, 202),
    /^We are not sure what “.+” means\. Please try another category\.$/,
  ],
  ['nothing found', ok({ ...found, leads: [], matches: 0, shares: null }), /We found no Plumbers near Boulder, CO/],
  ['too many tries', refused('TOO_MANY_REQUESTS'), /Too many/],
  ['a failure', { status: 500, body: '' }, /This did not work/],
])('%s is explained', async (_case, answer, text) => {
  const { press } = show({ 'GET /api/public-preview': answer })
  await press()
  expect((await screen.findByRole('alert')).textContent).toMatch(text)
})

test('after a failure, the same search can be tried again', async () => {
  const { press } = show({ 'GET /api/public-preview': inTurn(refused('TOO_MANY_REQUESTS'), ok(found)) })
  await press()
  await screen.findByText(/Too many/)
  await press()
  expect(await screen.findByText('Ace Pipes')).toBeDefined()
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
  await screen.findByText('Real Kitchen', inRow)
  await press()
  expect(screen.queryByText('Real Kitchen', inRow)).toBeNull()
  answer.give(ok(found))
  expect(await screen.findByText('Ace Pipes')).toBeDefined()
})
