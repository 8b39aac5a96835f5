import { expect, test } from 'vitest'
import { ProfileInput } from './accounts/account.ts'
import { ApiKeyInput } from './accounts/api-keys.ts'
import { ContactInput } from './contact.ts'
import { LeadListName } from './leads/lead-lists.ts'
import { SavedSearchInput } from './searches/saved-searches.ts'

const hostile = ' Ann\u202E\r\n\nPlumbing\u0007 '

test('names that users give are one line, and cannot reverse the text after them', () => {
  expect([
    ApiKeyInput.parse({ name: hostile, scope: 'read', currentPassword: 'x' }).name,
    LeadListName.parse({ name: hostile }).name,
    SavedSearchInput.parse({ searchId: 1, name: hostile }).name,
    ProfileInput.parse({ firstName: hostile }).firstName,
    ContactInput.parse({ name: hostile, email: 'a@b.example', subject: hostile, message: 'x'.repeat(10) }).subject,
  ]).toEqual(Array(5).fill('Ann Plumbing'))
  expect(LeadListName.safeParse({ name: '\u202E' }).error?.issues[0]?.message).toBe('Please enter a name')
})

test('names in other scripts and with emoji stay as they are', () => {
  for (const name of ['שלום 3', 'مطعم', '👩‍🔧 Plumber', "O'Neil & Söhne"])
    expect(LeadListName.parse({ name }).name).toBe(name)
})
