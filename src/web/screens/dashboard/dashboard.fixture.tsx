import { screen, within } from '@testing-library/react'
import { makePreview, makeUser } from '../../testing/fixtures.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { ok, type Routes, stubApi } from '../../testing/stub-api.ts'
import DashboardScreen from './dashboard.screen.tsx'

export function show(routes: Routes = {}, user = makeUser(), address = '/dashboard') {
  const calls = stubApi({
    'GET /api/user': ok(user),
    'GET /api/searches': ok([]),
    'POST /api/search/preview': ok(makePreview()),
    'GET /api/examples': ok({
      examples: [{ category: 'Plumbers', place: 'Boulder, CO', matches: 84 }],
      catalog: { places: 3354, towns: 3, source: 'Overture Maps', release: '2026-04-07' },
    }),
    'GET /api/suggest': ok({ suggestions: [] }),
    'GET /api/lists': ok({ lists: [] }),
    ...routes,
  })
  return { calls, ...renderAt(address, <DashboardScreen />, user) }
}
type Shown = ReturnType<typeof show>

/** The words are pasted, because every typed letter draws the whole screen again. `suggestions.test.tsx` types. */
export async function search({ keyboard }: Shown, category = 'Plumbers', place = 'Boulder, CO') {
  const form = screen.getByRole('form', { name: 'Find Business Leads' })
  await keyboard.click(within(form).getByLabelText('Business Category'))
  await keyboard.paste(category)
  await keyboard.click(within(form).getByLabelText('Location'))
  await keyboard.paste(place)
  await keyboard.click(within(form).getByRole('button', { name: 'Search for Leads' }))
}
