import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { DatedDoNotContactEntry, OwnFileAdded } from '#contract/leads/do-not-contact.ts'
import { knownFileBytes } from '#contract/leads/known-businesses.ts'
import { makeUser } from '../../testing/fixtures.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { inTurn, ok, refused, type Routes, stubApi } from '../../testing/stub-api.ts'
import OwnDoNotContactScreen from './own-do-not-contact.screen.tsx'

const entry: DatedDoNotContactEntry = {
  id: 1,
  kind: 'phone',
  value: '13034400001',
  businessName: null,
  createdAt: '2026-03-01T10:00:00.000Z',
}
const business: DatedDoNotContactEntry = {
  ...entry,
  id: 2,
  kind: 'place',
  value: 'overture:1',
  businessName: 'Ann Plumbing',
}
const page = (items: DatedDoNotContactEntry[], total: number) => ok({ items, total, nextCursor: null })
const listed = (...items: DatedDoNotContactEntry[]) => page(items, items.length)
const fileOf = (size: number) => new File([new Uint8Array(size)], 'list.csv', { type: 'text/csv' })

function show(routes: Routes = {}) {
  const calls = stubApi({ 'GET /api/do-not-contact': listed(business, entry), ...routes })
  return { ...renderAt('/own-do-not-contact', <OwnDoNotContactScreen />, makeUser()), calls }
}

test('pasted entries are added, and those that are none are named', async () => {
  const { keyboard, calls } = show({
    'GET /api/do-not-contact': inTurn(listed(), listed(entry)),
    'POST /api/do-not-contact': inTurn(
      refused('TOO_MANY_OWN_ENTRIES'),
      ok({ added: 1, known: 2, unusable: 1, examples: ['Ann'] }),
    ),
  })
  await screen.findByText('The list is empty. Paste entries, or add a file.')
  const field = screen.getByLabelText('Phones, emails, or domains')
  await keyboard.type(field, '303-440-0001{Enter}Ann')
  await keyboard.click(screen.getByRole('button', { name: 'Add' }))
  await screen.findByText(/list is full/)
  await keyboard.click(screen.getByRole('button', { name: 'Add' }))
  await screen.findByText('1 entry added. 2 entries were on the list.')
  screen.getByText(/Your plan includes [\d,]+ entries\.$/)
  screen.getByText('1 entry is not a phone number, an email, or the domain of one business:')
  await screen.findByRole('button', { name: 'Remove (303) 440-0001' })
  expect(calls.find(({ sent }) => sent !== undefined)?.sent).toEqual({ text: '303-440-0001\nAnn' })
})

test('an entry is removed', async () => {
  const { keyboard } = show({
    'GET /api/do-not-contact': inTurn(listed(business, entry), listed(entry)),
    'DELETE /api/do-not-contact/2': ok({ message: 'removed' }),
  })
  await keyboard.click(await screen.findByRole('button', { name: 'Remove Ann Plumbing' }))
  await expect.poll(() => screen.queryByRole('button', { name: 'Remove Ann Plumbing' })).toBeNull()
  screen.getByRole('button', { name: 'Remove (303) 440-0001' })
})

test('a long list is searched on the server, and a found entry is removed', async () => {
  const { keyboard, calls } = show({
    'GET /api/do-not-contact': inTurn(page([business], 50_000), listed(entry), listed()),
    'DELETE /api/do-not-contact/1': ok({ message: 'removed' }),
  })
  await screen.findByText('50,000 entries')
  await keyboard.type(screen.getByLabelText('Phone, email, domain, or name'), '303 440')
  await screen.findByText('1 entry found')
  expect(calls.some(({ query }) => new URLSearchParams(query).get('text') === '303 440')).toBe(true)
  await keyboard.click(screen.getByRole('button', { name: 'Remove (303) 440-0001' }))
  await screen.findByText('No entry of the list contains this.')
  screen.getByLabelText('Phone, email, domain, or name')
})

test('a file is added, and the rows that were not added are named', async () => {
  const outcome: OwnFileAdded = {
    rows: 1200,
    added: 1000,
    known: 2,
    unusable: 1,
    full: 150,
    notAdded: [
      { row: 7, text: 'Ann Plumbing', reason: 'unusable' },
      { row: 1051, text: '(303) 440-0001', reason: 'full' },
    ],
    hasMore: true,
  }
  const { calls, keyboard } = show({
    'POST /api/do-not-contact/import': inTurn(refused('INVALID_REQUEST', { message: 'This is a PDF.' }), ok(outcome)),
  })
  const field = await screen.findByLabelText('File with phones, emails, or domains')
  await keyboard.upload(field, fileOf(knownFileBytes + 1))
  await screen.findByText('The file is larger than 10 MB. Split it.')
  await keyboard.upload(field, fileOf(10))
  await screen.findByText('This is a PDF.')
  await keyboard.upload(field, fileOf(10))
  await screen.findByText(/1,200 rows read, 1,000 entries added\. 2 entries were on the list\./)
  screen.getByText(/The file has more rows\. Put them into another file\./)
  screen.getByText('Row 7: Ann Plumbing (no phone, email, or domain of one business)')
  screen.getByText('Row 1,051: (303) 440-0001 (no room in your plan)')
  expect(screen.getByText('and 149 others')).toBeTruthy()
  // At first, and after each file: what was added before a failure stays.
  expect(calls.filter(({ route }) => route === 'GET /api/do-not-contact')).toHaveLength(3)
})
