import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Comparison, Receipt } from '#contract/searches/receipts.ts'
import { makeNotedSearch, makeUser } from '../../testing/fixtures.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { inTurn, never, ok, refused, type Routes, stubApi } from '../../testing/stub-api.ts'
import ReceiptScreen from './receipt.screen.tsx'

const { search, notes } = makeNotedSearch()
const receipt: Receipt = {
  search: { ...search, total: 139 },
  notes,
  leads: 20,
  pages: [{ at: '2026-04-15T10:00:00.000Z', leads: 20, pulls: 18, doubles: 0, catalogVersion: 12 }],
  hash: 'c0ffee',
  charges: [
    { id: 4711, at: '2026-04-15T10:00:00.000Z', kind: 'monthly pull', amount: 18 },
    { id: 4900, at: '2026-04-17T09:00:00.000Z', kind: 'returned lead', amount: -1 },
  ],
  total: { searches: 0, pulls: 17 },
  refundedAt: null,
}
const comparison: Comparison = {
  compared: 20,
  isSame: true,
  appeared: 0,
  gone: 0,
  matchesThen: 139,
  matchesNow: 139,
  sources: [{ name: 'Overture Maps', release: '2026-05' }],
}

function show(routes: Routes) {
  stubApi(routes)
  return renderAt('/receipt?search=7', <ReceiptScreen />, makeUser())
}
const route = 'GET /api/searches/7/receipt'
const cellsOf = (name: RegExp) =>
  within(screen.getByRole('row', { name }))
    .getAllByRole('cell')
    .map(cell => cell.textContent)

test('a receipt says what was understood, read, found, and paid, and running again says what has changed', async () => {
  const changed = { ...comparison, isSame: false, appeared: 2, gone: 1, matchesNow: 140 }
  const { keyboard } = show({
    [route]: ok(receipt),
    'POST /api/searches/7/comparison': inTurn(ok(comparison), ok(changed)),
  })
  await screen.findByText('Plumbers: 3 categories near Boulder, CO within 5 miles')
  expect(cellsOf(/Overture/)).toEqual(['Overture Maps', '2026-04', 'CDLA-Permissive-2.0'])
  expect(cellsOf(/4711/).slice(1)).toEqual(['Leads of the month', '18', '4711'])
  expect(cellsOf(/4900/).slice(1)).toEqual(['Credited for a returned lead', '-1', '4900'])
  expect([cellsOf(/Total Searches/)[2], cellsOf(/Total Leads/)[2]]).toEqual(['0', '17'])
  screen.getByText('139 businesses match, 20 leads loaded: 18 new, 2 already yours.')
  screen.getByText('c0ffee')
  await keyboard.click(screen.getByRole('button', { name: 'Run again' }))
  await screen.findByText('Nothing has changed.')
  await keyboard.click(screen.getByRole('button', { name: 'Run again' }))
  await screen.findByText(
    /^2 of the first 20 results are different businesses now, and 1 lead is no longer found\. 140 businesses match/,
  )
  expect(screen.getByRole('link', { name: 'My Leads' }).getAttribute('href')).toBe('/leads')
})

test('a receipt names each kind of charge and of credit', async () => {
  const kinds = ['search', 'monthly pull', 'extra pull', 'returned lead', 'replaced samples'] as const
  const charges = kinds.map((kind, index) => ({ id: 4701 + index, at: '2026-04-15T10:00:00.000Z', kind, amount: 1 }))
  show({ [route]: ok({ ...receipt, charges }) })
  await screen.findByText('c0ffee')
  expect(charges.map(({ id }) => cellsOf(new RegExp(String(id)))[1])).toEqual([
    'Searches',
    'Leads of the month',
    'Extra leads',
    'Credited for a returned lead',
    'Credited for samples',
  ])
})

test('a search that cost nothing and is older than receipts has a receipt without pages', async () => {
  show({ [route]: ok({ ...receipt, notes: null, pages: [], hash: null, charges: [] }) })
  await screen.findByText('This search has cost nothing.')
  expect(screen.queryByRole('table')).toBeNull()
})

test.each([
  [{ pulls: 20, doubles: 0 }, '20 leads loaded.'],
  [{ pulls: 3, doubles: 16 }, '20 leads loaded: 3 new, 16 may be duplicates and were free, 1 already yours.'],
  [{ pulls: 19, doubles: 1 }, '20 leads loaded: 19 new, 1 may be a duplicate and was free.'],
])('a receipt says which leads were free, as a sum', async (cost, words) => {
  show({ [route]: ok({ ...receipt, pages: receipt.pages.map(page => ({ ...page, ...cost })) }) })
  expect(await screen.findByText(`139 businesses match, ${words}`)).toBeDefined()
})

test('a receipt that is loading, unknown, or failed to load is reported', async () => {
  const loading = show({ [route]: never })
  await screen.findByText('Loading the receipt')
  loading.unmount()
  const unknown = show({ [route]: refused('NOT_FOUND') })
  expect((await screen.findByRole('alert')).textContent).toContain('Selected search not found')
  unknown.unmount()
  const { keyboard } = show({ [route]: inTurn(refused('INTERNAL'), ok(receipt)) })
  await keyboard.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByText('c0ffee')
})
