import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { makeAnswer, makeNotedSearch, makeUser } from '../../testing/fixtures.ts'
import { ok } from '../../testing/stub-api.ts'
import { search, show } from './dashboard.fixture.tsx'

const contains = [
  { category: 'plumbing', label: 'Plumbing', isSearched: true },
  { category: 'septic_services', label: 'Septic Services', isSearched: true },
  { category: 'backflow_services', label: 'Backflow Services', isSearched: false },
]
const answerWithCategories = () => {
  const answer = makeAnswer()
  answer.understood.category.contains = contains
  return answer
}
const summary = 'Plumbers: 3 categories near Boulder, CO within 5 miles'

test('a result can be narrowed to some categories and to main categories, as one more search', async () => {
  const shown = show({ 'POST /api/search': ok(answerWithCategories()) })
  await search(shown)
  await shown.keyboard.click(await screen.findByText(summary))
  const again = screen.getByRole<HTMLButtonElement>('button', { name: 'Search again' })
  expect(again.disabled).toBe(true)
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Backflow Services' }).checked).toBe(false)
  await shown.keyboard.click(screen.getByRole('checkbox', { name: 'Septic Services' }))
  await shown.keyboard.click(screen.getByRole('checkbox', { name: /main category/ }))
  await shown.keyboard.click(again)
  const searches = () => shown.calls.filter(({ route }) => route === 'POST /api/search')
  await vi.waitFor(() => expect(searches()).toHaveLength(2))
  expect(searches()[1]?.sent).toEqual({
    ...(searches()[0]?.sent as object),
    withoutCategories: ['septic_services', 'backflow_services'],
    mainCategoryOnly: true,
  })
  await screen.findByText(`${summary}, main categories only`)
})

test('without any category, a result cannot be searched again', async () => {
  const shown = show({ 'POST /api/search': ok(answerWithCategories()) })
  await search(shown)
  await shown.keyboard.click(await screen.findByText(summary))
  for (const name of ['Plumbing', 'Septic Services']) await shown.keyboard.click(screen.getByRole('checkbox', { name }))
  screen.getByText('Choose at least one category.')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Search again' }).disabled).toBe(true)
})

test('a result that was loaded again lists the categories that were searched', async () => {
  const notes = makeNotedSearch()
  if (notes.notes) notes.notes.understood.category.contains = contains
  const shown = show(
    { 'GET /api/searches/7': ok(notes), 'GET /api/leads': ok(makeAnswer().leads) },
    makeUser(),
    '/dashboard?search=7',
  )
  const line = await screen.findByText(summary)
  await shown.keyboard.click(line)
  expect(line.closest('details')?.open).toBe(true)
  screen.getByText('Categories searched: Plumbing, Septic Services')
})
