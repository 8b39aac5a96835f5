import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setLetterShortcuts } from '../../shared/use-key.ts'
import { inTurn, later, never, ok, refused } from '../../testing/stub-api.ts'
import { openRow, rowsOf, showFile, summary } from './known-businesses.fixture.tsx'

test('a letter that is pressed in a dialog decides no row behind it', async () => {
  const { keyboard, calls } = showFile()
  await screen.findByText('Different:')
  await keyboard.click(screen.getByRole('button', { name: 'Fill this file' }))
  await keyboard.keyboard('y')
  await keyboard.click(screen.getByRole('button', { name: 'Not now' }))
  await keyboard.click(screen.getByRole('tab', { name: 'Decided' }))
  await expect.poll(() => calls.at(-1)?.query).toBe('state=decided')
  expect(calls.some(({ route }) => route === 'POST /api/known-files/1/decisions')).toBe(false)
})

test('a row is decided with a key, and the decision is undone with another, or with a button', async () => {
  const { keyboard, calls } = showFile({ 'POST /api/known-files/1/decisions': ok(openRow) })
  await screen.findByText('Different:')
  await keyboard.keyboard('y')
  await screen.findByText('No rows are left to decide.')
  await keyboard.keyboard('u')
  await screen.findByText('Different:')
  await keyboard.keyboard('n')
  await screen.findByText('No rows are left to decide.')
  await keyboard.click(screen.getByRole('button', { name: 'Undo (U)' }))
  await screen.findByText('Different:')
  expect(calls.flatMap(({ route, sent }) => (route === 'POST /api/known-files/1/decisions' ? [sent] : []))).toEqual([
    { row: 4, is: { placeId: 'overture:eve' } },
    { row: 4, is: 'undecided' },
    { row: 4, is: 'none' },
    { row: 4, is: 'undecided' },
  ])
})

test('buttons name their letter unless letters are turned off', async () => {
  showFile({ 'GET /api/known-files/1/rows': rowsOf(openRow) })
  const button = await screen.findByRole('button', { name: 'Same business (Y)' })
  expect(button.getAttribute('aria-keyshortcuts')).toBe('y')
  act(() => setLetterShortcuts(false))
  expect(button.textContent).toBe('Same business')
  expect(button.getAttribute('aria-keyshortcuts')).toBeNull()
  act(() => setLetterShortcuts(true))
})

test('while an answer is saved, its button keeps the focus and sends nothing else', async () => {
  const { keyboard, calls } = showFile({
    'GET /api/known-files/1/rows': rowsOf(openRow),
    'POST /api/known-files/1/decisions': never,
  })
  const button = await screen.findByRole('button', { name: /Same business/ })
  await keyboard.dblClick(button)
  await keyboard.click(screen.getByRole('button', { name: /Another business/ }))
  await keyboard.click(button)
  expect(document.activeElement).toBe(button)
  expect(calls.filter(({ route }) => route === 'POST /api/known-files/1/decisions')).toHaveLength(1)
})

test('a double click answers for one row, and not for the next one', async () => {
  const { keyboard, calls } = showFile({
    'GET /api/known-files/1/rows': rowsOf(openRow, { ...openRow, row: 5 }),
    'POST /api/known-files/1/decisions': ok(openRow),
  })
  await keyboard.click(await screen.findByRole('button', { name: /Same business/ }))
  await screen.findByText('Your file, row 5')
  fireEvent.click(screen.getByRole('button', { name: /Same business/ }), { detail: 2 })
  await keyboard.click(screen.getByRole('button', { name: /Another business/ }))
  await screen.findByText('No rows are left to decide.')
  expect(calls.flatMap(({ route, sent }) => (route === 'POST /api/known-files/1/decisions' ? [sent] : []))).toEqual([
    { row: 4, is: { placeId: 'overture:eve' } },
    { row: 5, is: 'none' },
  ])
})

test('the next rows to decide say that they load, and that they did not', async () => {
  const next = later()
  const { keyboard } = showFile({
    'GET /api/known-files/1/rows': inTurn(
      ok({ items: [openRow], total: 2, nextCursor: '4' }),
      next.answer,
      rowsOf({ ...openRow, row: 5 }),
    ),
    'POST /api/known-files/1/decisions': ok(openRow),
  })
  await keyboard.click(await screen.findByRole('button', { name: /Same business/ }))
  await screen.findByText('Loading the rows')
  expect(screen.queryByText('No rows are left to decide.')).toBeNull()
  next.give(refused('UNAVAILABLE'))
  await keyboard.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Your file, row 5')).toBeDefined()
})

test('a row whose businesses are gone is not asked about', async () => {
  const gone = { ...openRow, row: 3, candidates: [] }
  showFile({ 'GET /api/known-files/1/rows': rowsOf(gone, openRow) })
  await screen.findByText('Your file, row 4')
  expect(screen.queryByText('1 row to decide')).not.toBeNull()
})

test('an answer is listed after a reload, and can be changed', async () => {
  const none = { ...openRow, state: 'none' as const, candidates: [], isDecided: true }
  const { keyboard, calls } = showFile({
    'GET /api/known-files/1': ok({ ...summary, states: { found: 1200 }, decided: 1 }),
    'GET /api/known-files/1/rows': inTurn(rowsOf(), rowsOf(none), rowsOf({ ...openRow, state: 'found' })),
    'POST /api/known-files/1/decisions': ok(openRow),
  })
  await keyboard.click(await screen.findByRole('tab', { name: 'Decided' }))
  await screen.findByText('None of the businesses that we know')
  await keyboard.click(screen.getByRole('button', { name: 'Change row 4, Eve Plumbing' }))
  await keyboard.click(await screen.findByRole('button', { name: /Same business/ }))
  await screen.findByText('Is Eve Plumbing, 80301')
  expect(calls.flatMap(({ route, sent }) => (route === 'POST /api/known-files/1/decisions' ? [sent] : []))).toEqual([
    { row: 4, is: 'undecided' },
    { row: 4, is: { placeId: 'overture:eve' } },
  ])
})

test('a website or phone that is only written differently is not marked as different, and another one is', async () => {
  const cells = { name: 'Eve', website: 'eve.example', phone: '1-303-440-0001', zip: '80302' }
  const found = { name: 'Eve', website: 'https://www.eve.example/', phone: '(303) 440-0001', zip: '80301' }
  const row = { ...openRow, cells, candidates: [{ placeId: 'overture:eve', cells: found, category: null }] }
  showFile({ 'GET /api/known-files/1/rows': ok({ items: [row], nextCursor: null }) })
  const marked = (await screen.findAllByText('Different:')).map(({ parentElement }) => parentElement?.textContent)
  expect(marked).toEqual(['Different: 80301'])
})
