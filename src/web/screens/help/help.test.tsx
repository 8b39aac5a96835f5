import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAt } from '../../testing/render-at.tsx'
import { stubApi } from '../../testing/stub-api.ts'
import HelpScreen from './help.screen.tsx'

const items = () => screen.getAllByRole<HTMLDetailsElement>('group')
const openQuestions = () => items().flatMap(item => (item.open ? [item.querySelector('h2')?.textContent] : []))
const press = (question: string) => fireEvent.click(screen.getByText(question))

function open() {
  stubApi({})
  renderAt('/help', <HelpScreen />)
}

test('eight questions can be opened, in this order', () => {
  open()
  expect(items().map(item => item.querySelector('h2')?.textContent)).toEqual([
    'How do I start a search?',
    'What does a lead contain?',
    'How many leads can I export with my plan?',
    'Can I search nationwide?',
    'How do I export my leads as CSV?',
    'How accurate is the data?',
    'How do I upgrade my plan?',
    'How do I cancel my subscription?',
  ])
  expect(openQuestions()).toEqual([])
})

test('answers about lists, alerts, credit, and own files are below them, without a click', () => {
  open()
  expect(screen.getAllByRole('region').map(section => section.querySelector('h2')?.textContent)).toEqual([
    'How do I keep track of my leads?',
    'Can you tell me about new businesses?',
    'What if a number is dead, or a business has closed?',
    'Can I leave out businesses I know already?',
    'Need More Help',
  ])
})

test('one answer is open at a time, and it can be closed', () => {
  open()
  press('How do I start a search?')
  expect(openQuestions()).toEqual(['How do I start a search?'])
  press('Can I search nationwide?')
  expect(openQuestions()).toEqual(['Can I search nationwide?'])
  press('Can I search nationwide?')
  expect(openQuestions()).toEqual([])
})

test('the answers name the quota of every plan and the button that exports', () => {
  open()
  const text = document.body.textContent
  for (const quota of ['Free: 50', 'Starter: 500', 'Pro: 2,000', 'Elite: 7,000'])
    expect(text).toContain(`${quota} leads`)
  expect(text).toContain('“Export Selected” button')
})

test('the page ends with links to more help', () => {
  open()
  screen.getByRole('heading', { name: 'Need More Help' })
  expect(screen.getByRole('link', { name: 'Contact Us' }).getAttribute('href')).toBe('/contact')
})
