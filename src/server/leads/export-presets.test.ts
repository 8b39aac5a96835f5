import { readFileSync } from 'node:fs'
import { type Arbitrary, assert, constantFrom, option, property, record, string } from 'fast-check'
import { expect, test } from 'vitest'
import { exportFormatNames } from '#contract/leads/export-formats.ts'
import { exportPreset, type ExportPresetName, exportPresetNames } from '#contract/leads/export-presets.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { stateNames } from '#geography/index.ts'
import { exportLayout } from './export-layout.ts'
import { presetRow } from './preset-row.rules.ts'

const joe = {
  id: 7,
  businessName: 'Joe "The Pipe" & Sons',
  category: 'Plumbing, Heating',
  phoneNumber: '(303) 440-0000',
  address: '1 Main St',
  city: 'Boulder',
  state: 'CO',
  zipCode: '02134',
  website: 'https://www.joe-pipes.com/contact',
  email: 'joe@joe-pipes.com',
  rating: '4.5',
  qualityScore: 81,
  isListed: true,
  sourceLicense: 'ODbL-1.0',
  attribution: ['© OpenStreetMap contributors'],
} as Lead

const known = (text: Arbitrary<string>) => option(text)
const words = string({ unit: 'binary', maxLength: 400 }).map(text => text.replaceAll(/\p{Cc}/gu, ' '))
const anyLead: Arbitrary<Lead> = record({
  businessName: words.map(text => `A${text}`),
  category: known(words),
  phoneNumber: known(constantFrom('(303) 440-0000', '+441632960000')),
  address: known(words),
  city: known(words),
  state: known(constantFrom(...Object.keys(stateNames))),
  zipCode: known(constantFrom('02134', '80301')),
  website: known(words.map(text => `https://example.com/${encodeURIComponent(text.toWellFormed())}`)),
  email: known(constantFrom('a@b.example', `${'x'.repeat(150)}@b.example`)),
}).map(facts => Object.assign({}, joe, facts))

const cellsOf = (name: ExportPresetName, lead: Lead): Record<string, string> | null => {
  const row = presetRow(lead, exportPreset(name))
  return row === null ? null : Object.fromEntries(row.map(([header, value]) => [header, String(value ?? '')]))
}

type Rule = { says: string; holds: (cells: Record<string, string>, lead: Lead) => boolean }
const longest = (limits: Record<string, number>): Rule => ({
  says: `the longest values are ${Object.values(limits).join(', ')}`,
  holds: cells => Object.entries(limits).every(([header, limit]) => (cells[header] ?? '').length <= limit),
})
const filled = (...headers: string[]): Rule => ({
  says: `required: ${headers.join(', ')}`,
  holds: cells => headers.every(header => cells[header] !== undefined && cells[header] !== ''),
})
const withCountry = (header: string, name: string): Rule => ({
  says: `the country is ${name}`,
  holds: cells => cells[header] === name,
})
const fullState = (header: string): Rule => ({
  says: 'states have full names',
  holds: (cells, { state }) => cells[header] === (state === null ? '' : stateNames[state]),
})

/** What the vendors publish, at the addresses that the presets name. */
const published: Record<ExportPresetName, Rule[]> = {
  hubspot: [
    { says: 'a name or a domain', holds: cells => `${cells['Company name']}${cells['Company domain name']}` !== '' },
    withCountry('Country/Region', 'United States'),
    fullState('State/Region'),
  ],
  salesforce: [
    filled('Last Name', 'Company'),
    longest({ 'Last Name': 80, Company: 255 }),
    withCountry('Country', 'United States'),
    fullState('State'),
  ],
  zoho: [
    filled('Last Name', 'Company'),
    longest({ 'Last Name': 80, Company: 100, Phone: 30, Email: 100, Website: 120 }),
    { says: 'no " | < >', holds: cells => !/["|<>]/.test(Object.values(cells).join('')) },
  ],
  highlevel: [
    {
      says: 'a name, an email, or a phone',
      holds: cells => `${cells['First Name']}${cells['Email']}${cells['Phone']}` !== '',
    },
    withCountry('Country', 'United States'),
    { says: 'one tag', holds: cells => !cells['Tags']?.includes(',') },
  ],
  pipedrive: [filled('Lead - Title', 'Organization - Name', 'Person - Name')],
  mailchimp: [
    filled('Email Address'),
    {
      says: 'fields of up to 255 bytes',
      holds: cells => Object.values(cells).every(value => Buffer.byteLength(value) <= 255),
    },
    {
      says: 'an address in one cell, its parts separated by two spaces, ending with the country',
      holds: cells => cells['Address'] === '' || cells['Address']?.split('  ').at(-1) === 'USA',
    },
  ],
  instantly: [filled('email', 'company_name')],
  lemlist: [filled('email', 'companyName')],
  google_sheets: [filled('Name')],
}

/** Half an email address or link is worse than none. */
const wholeOrMissing: Rule = {
  says: 'emails and websites are whole, or missing',
  holds: (cells, { email, website }) =>
    Object.entries(cells).every(
      ([header, value]) =>
        value === '' || !/email|website/i.test(header) || value === (/email/i.test(header) ? email : website),
    ),
}

test.each(exportPresetNames)('%s: every row follows the published rules', name => {
  assert(
    property(anyLead, lead => {
      const cells = cellsOf(name, lead)
      const isLeftOut = exportPreset(name).needs === 'email' && lead.email === null
      expect(cells === null).toBe(isLeftOut)
      const broken = [...published[name], wholeOrMissing].filter(rule => cells !== null && !rule.holds(cells, lead))
      expect(broken.map(({ says }) => says)).toEqual([])
    }),
    { numRuns: 200 },
  )
})

test.each(exportPresetNames)('%s: no header comes twice, and none is a pick list of the vendor', name => {
  const headers = exportPreset(name).columns.map(({ header }) => header)
  expect(new Set(headers).size).toBe(headers.length)
  const pickLists = headers.filter(header => /^(?:industry|lead source|rating|lead status)$/i.test(header))
  expect(pickLists).toEqual(name === 'google_sheets' ? ['Rating'] : [])
})

test.each(exportPresetNames)('%s: the license of a row stays with it', name => {
  expect(Object.values(cellsOf(name, joe) ?? {}).join()).toContain('© OpenStreetMap contributors (ODbL-1.0)')
})

test('a business keeps its phone, its own domain, and its ZIP code in each form that is imported', () => {
  expect(cellsOf('hubspot', joe)).toMatchObject({
    'Company domain name': 'joe-pipes.com',
    'Phone number': '+13034400000',
    'State/Region': 'Colorado',
  })
  expect(cellsOf('mailchimp', joe)).toMatchObject({
    Address: '1 Main St  Boulder  CO  02134  USA',
    Tags: 'Plumbing / Heating',
  })
  expect(cellsOf('google_sheets', joe)).toMatchObject({ Phone: '(303) 440-0000', ZIP: '02134' })
  expect(cellsOf('pipedrive', joe)).toMatchObject({ 'Organization - Address': '1 Main St, Boulder, CO 02134' })
  expect(cellsOf('zoho', joe)).toMatchObject({ Company: "Joe 'The Pipe' & Sons" })
  expect(cellsOf('highlevel', { ...joe, phoneNumber: null, email: null })).toMatchObject({
    'First Name': 'Joe "The Pipe" & Sons',
  })
})

test.each(['https://facebook.com/joe', 'https://joe.wixsite.com/home', 'https://sites.google.com/joe', null])(
  'a page on a platform (%s) is no domain of the business',
  website => {
    const domain = cellsOf('hubspot', { ...joe, website })?.['Company domain name']
    expect(['', 'joe.wixsite.com']).toContain(domain)
  },
)

test('a file for a program has no byte order mark, plain phone numbers, and no formulas', () => {
  const { writer, rowOf } = exportLayout({ preset: 'hubspot' })
  const row = rowOf(
    { ...joe, businessName: '+1-evil()' },
    { categoryWords: '', locationLabel: '', distanceMiles: null, notes: null },
  )
  expect(writer.row(row ?? [])).toMatch(/^'\+1-evil\(\),joe-pipes\.com,\+13034400000,/)
})

test.each(exportPresetNames)('%s: a lead that its source no longer lists says so', name => {
  const saysSo = (lead: Lead) =>
    Object.values(cellsOf(name, lead) ?? {})
      .join()
      .includes('No longer listed by its source')
  expect([saysSo(joe), saysSo({ ...joe, isListed: false })]).toEqual([false, true])
})

test.each(exportPresetNames)('%s: the guide lists its columns in their order', name => {
  const guide = readFileSync('docs/exports.md', 'utf8')
  const { label, columns } = exportPreset(name)
  const row = guide.split('\n').find(line => line.startsWith(`| \`${name}\``))
  expect(row?.split('|').map(cell => cell.trim())).toEqual([
    '',
    `\`${name}\``,
    label,
    columns.map(({ header }) => header).join(', '),
    '',
  ])
})

test('the guide lists every format', () => {
  const guide = readFileSync('docs/exports.md', 'utf8')
  expect(exportFormatNames.filter(name => !guide.includes(`\n| \`${name}\``))).toEqual([])
})
