import { expect, test } from 'vitest'
import { wordingsOfRequest } from './request-words.ts'

test.each([
  ['stores that sell vapes', 'vapes store'],
  ['companies that fix foundations', 'foundations repair'],
  ['someone to clean my gutters', 'gutters cleaning'],
  ['who does drywall near me', 'drywall'],
  ['places to store my boat', 'boat storage'],
  ['where can I rent a tent', 'tent rental'],
  ['stores that buy gold', 'gold buyer'],
  ['places to get your car inspected', 'car inspection'],
  ['tiendas de muebles', 'muebles'],
])('"%s" is read as "%s"', (typed, wording) => {
  expect(wordingsOfRequest(typed)[0]).toBe(wording)
})

test.each([
  'businesses that need cleaning',
  'people who need a roof',
  'lawyers who advertise',
  'companies that sell to plumbers',
  'stores that have parking',
  'restaurants that deliver',
  'plumbers',
])('"%s" is not reworded as a trade', typed => {
  expect(wordingsOfRequest(typed)).toEqual([])
})
