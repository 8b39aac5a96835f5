import { expect, test } from 'vitest'
import { exportPresets } from '#contract/leads/export-presets.ts'
import type { KnownField } from '#contract/leads/known-fields.ts'
import { csvHeaders, rareHeaders } from '#place-files/tables.ts'
import { columnOrder, fieldsOf, streetOf } from './file-columns.rules.ts'

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
  ['Client,Phone #,billing_address_1,billing_postcode,shipping_postcode', ['name', 'phone', 'street', 'zip', null]],
  [
    'Default Address Company,Default Address Province Code,HQ address,Phone (work)',
    ['name', 'state', 'street', 'phone'],
  ],
  ['Negocio,Teléfono,Dirección,Ciudad,Código postal', ['name', 'phone', 'street', 'city', 'zip']],
])('short headers are recognized: %s', (header, fields) => {
  expect(fieldsOf(header.split(','))).toEqual(fields)
})

test('of several addresses, names, and phones, those of the business come first', () => {
  const header = 'Contact Name,Member Name,City,Company City,Mailing City,Mobile,Contact Phone,Fax,Office Phone'.split(
    ',',
  )
  const fields = fieldsOf(header)
  expect(header.filter((_, at) => fields[at] !== null && fields[at] !== 'phone')).toEqual([
    'Member Name',
    'Company City',
  ])
  const phones = columnOrder(header, [header]).filter(at => fields[at] === 'phone')
  expect(phones.map(at => header[at])).toEqual(['Office Phone', 'Mobile', 'Contact Phone'])
})

test('the phone with values comes before one whose column is empty', () => {
  const header = ['Business Phone', 'Phone', 'Mobile']
  const order = columnOrder(header, [['', '303-440-0001', '303-440-0002']])
  expect(order.map(at => header[at])).toEqual(['Phone', 'Mobile', 'Business Phone'])
})

test('no header means two fields, unless it is used only for a field that no other column has', () => {
  const spellings = Object.values(csvHeaders).flat()
  const several = spellings.filter((name, at) => spellings.indexOf(name) !== at)
  expect(several.filter(name => !rareHeaders.has(name))).toEqual([])
})

test('a street is joined with a house number from another column, unless it has one', () => {
  const fields = ['street', 'name', 'street']
  expect(streetOf(['12', 'Ann', 'Elm St'], fields)).toBe('12 Elm St')
  expect(streetOf(['12-14', 'Ann', '2nd Ave'], fields)).toBe('12-14 2nd Ave')
  expect(streetOf(['12B', 'Ann', '12B Elm St'], fields)).toBe(null)
})
