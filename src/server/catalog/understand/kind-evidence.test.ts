import { expect, test } from 'vitest'
import { kindEvidenceOf } from './kind-evidence.ts'

const told = (name: string, main: string, domain: string | null = null, town: string | null = null) =>
  kindEvidenceOf({ name, town, domain }, main)

test.each([
  ['Adler Plumbing', 'plumbing'],
  ['Adler Plumbing & Heating of Boulder, Inc.', 'plumbing'],
  ['Adler Construction Group NY', 'contractor'],
  ['Center for Dermatology', 'dermatologist'],
  ['Hotel Adler', 'hotel'],
  // A word that only one trade uses counts anywhere in the name.
  ['Adler Locksmith Networks Downtown Denver', 'key_and_locksmith'],
])('the name "%s" confirms the kind %s', (name, main) => {
  expect(told(name, main)).toBe('name')
})

test.each([
  ['Adler', 'plumbing'],
  ['Adler Partners LLC', 'contractor'],
  // Names with the words of a trade that the business is only related to.
  ['Exclusive Auto Collision', 'automotive_repair'],
  ['Adler Medical Billing', 'medical_center'],
  ['Adler Museum of Modern Art', 'arts_and_crafts'],
  // "Refund" contains "fund".
  ['Adler Refund Group', 'investing'],
])('the name "%s" does not confirm the kind %s', (name, main) => {
  expect(told(name, main)).toBeNull()
})

test('the end of a domain confirms the kind if only one trade uses the word', () => {
  expect(told('Adler & Sons', 'plumbing', 'adlerplumbing.com')).toBe('website')
  expect(told('Adler & Sons', 'plumbing', 'plumbingnews.com')).toBeNull()
  expect(told('Adler & Sons', 'interior_design', 'adlerdesign.com')).toBeNull()
})
