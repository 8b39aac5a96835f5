import { expect, test } from 'vitest'
import { exportPresets } from '#contract/leads/export-presets.ts'
import type { KnownField } from '#contract/leads/known-fields.ts'
import { csvHeaders, rareHeaders } from '#place-files/tables.ts'
import { fieldsOf } from './file-columns.rules.ts'

test('the columns of files for other products are recognized', () => {
  const recognized = Object.entries(exportPresets).map(([name, { columns }]) => {
    const fields = fieldsOf(columns.map(({ header }) => header))
    return [name, fields.includes('name'), fields.includes('phone') || fields.includes('email')]
  })
  expect(recognized.filter(([, hasName, hasContact]) => hasName !== true || hasContact !== true)).toEqual([])
  expect(fieldsOf(['First Name', 'Name', 'Account Name', 'Phone', 'Mobile Phone'])).toEqual([
    null,
    null,
    'name',
    'phone',
    'phone',
  ])
  expect(fieldsOf(['Company', 'Billing Street', 'Billing City', 'Shipping Street'])).toEqual([
    'name',
    'street',
    'city',
    null,
  ])
  expect(fieldsOf(['Business Name', 'Business Category', 'Phone Number', 'Website'])).toEqual([
    'name',
    null,
    'phone',
    'website',
  ])
})

test.each<[string, (KnownField | null)[]]>([
  ['Biz,Street addr,City,St,Zip', [null, 'street', 'city', 'state', 'zip']],
  ['DBA,St,City,State,Postal', ['name', 'street', 'city', 'state', 'zip']],
  ['Name,Addr 1,Addr 2,City Name,State Abbr.', ['name', 'street', null, 'city', 'state']],
  ['Vendor Name,Addr,Ph,Web URL', ['name', 'street', 'phone', 'website']],
  ['Company,Business City,Business Postal Code,Main Email,Home City', ['name', 'city', 'zip', 'email', null]],
  ['Organization 1 - Name,Address 1 - Label,Address 1 - Region,Website 1 - Value', ['name', null, 'state', 'website']],
  ['First Name,Company,Work Title,Company Status,Account Site', [null, 'name', null, null, null]],
])('short headers are recognized: %s', (header, fields) => {
  expect(fieldsOf(header.split(','))).toEqual(fields)
})

test('no header means two fields, unless it is used only for a field that no other column has', () => {
  const spellings = Object.values(csvHeaders).flat()
  const several = spellings.filter((name, at) => spellings.indexOf(name) !== at)
  expect(several.filter(name => !rareHeaders.has(name))).toEqual([])
})
