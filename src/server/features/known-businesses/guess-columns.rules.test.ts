import { expect, test } from 'vitest'
import { fieldsOfFile } from './guess-columns.rules.ts'

/** The field of each column that has one, of a table with two rows; cells are separated by bars. */
function guessed(header: string, ...rows: string[]): string[] {
  const names = header.split('|')
  const fields = fieldsOfFile(
    names,
    rows.map(row => row.split('|')),
  )
  return names.flatMap((name, at) => (fields[at] === null ? [] : `${name}: ${fields[at]}`))
}

test('the fields of a file without column names are told by its first rows', () => {
  const rows = [
    ['08', 'PLUMBER', 'Ann & Sons', '12 Elm St', 'Boulder', 'CO', '80302-1234', '3034400001', 'ann.example', ''],
    ['08', 'PLUMBER', 'Bob', '7 2nd Ave', 'Estes Park', 'CO', '80517', '', 'https://bob.example', ''],
  ]
  const fields = [null, null, 'name', 'street', 'city', 'state', 'zip', 'phone', 'website', null]
  expect(fieldsOfFile(rows[0]?.map(() => '') ?? [], rows)).toEqual(fields)
  expect(
    fieldsOfFile(
      ['x1', 'x2'],
      [
        ['Ann', '303-440-0001'],
        ['Bob', ''],
      ],
    ),
  ).toEqual(['name', 'phone'])
  expect(fieldsOfFile(['Email', 'x2'], [['ann@ann.example', '303-440-0001']])).toEqual(['email', 'phone'])
})

test('a column that is empty, or nearly, loses to another one with the same fact', () => {
  expect(
    guessed(
      'Company|Business Address|Billing Street|Shipping Street|Billing City|Shipping City',
      'Ann Cafe|||1 Elm St||Austin',
      'Bob Bar|||2 Elm St||Austin',
      'Cat Bar||PO Box 3|3 Elm St|Waco|Austin',
    ),
  ).toEqual(['Company: name', 'Shipping Street: street', 'Shipping City: city'])
  expect(guessed('Company|Phone|Email', 'Ann Cafe||', 'Bob Bar||')).toEqual([
    'Company: name',
    'Phone: phone',
    'Email: email',
  ])
})

test('a column with other values than its header says is not used', () => {
  expect(guessed('Account|Name|State|ST', '1001|Ann Cafe|Active|TX', '1002|Bob Bar|Closed|TX')).toEqual([
    'Name: name',
    'ST: state',
  ])
  expect(guessed('Location|Address|City', 'Ann Cafe|1 Elm St|Austin', 'Bob Bar|2 Elm St|Austin')).toEqual([
    'Location: name',
    'Address: street',
    'City: city',
  ])
})

test('an address on a social network or map is not the website, unless the header says so', () => {
  const [maps, page] = ['https://maps.app.goo.gl', 'https://facebook.com']
  expect(guessed('Firm|URL|Link', `Ann|${maps}/a|ann.example`, `Bob|${maps}/b|bob.example`)).toEqual([
    'Firm: name',
    'Link: website',
  ])
  expect(guessed('Firm|URL', `Ann|${page}/ann`, `Bob|${page}/bob`)).toEqual(['Firm: name'])
  expect(guessed('Firm|Website', `Ann|${page}/ann`, `Bob|${page}/bob`)).toEqual(['Firm: name', 'Website: website'])
  const photo = 'https://cdn.photos.example'
  expect(guessed('Firm|Picture', `Ann|${photo}/a`, `Bob|${photo}/b`)).toEqual(['Firm: name'])
})

test('names may begin with a number, and addresses may be unusual', () => {
  expect(guessed('Name|Phone|Location', '7-Eleven|512-555-0100|100 Congress', '5 Guys|512-555-0101|Pier 4')).toEqual([
    'Name: name',
    'Phone: phone',
    'Location: street',
  ])
})

test('a house number in a column of its own belongs to the street, and a suite does not', () => {
  expect(guessed('Shop|No.|Dir|Street|Ste', 'Ann|12|N|Elm St|4', 'Bob|14B||Oak Ave|')).toEqual([
    'Shop: name',
    'No.: street',
    'Dir: street',
    'Street: street',
  ])
  expect(guessed('Shop|Street|Building|Zip|City', 'Ann|Elm St|12|78702|Austin', 'Bob|Oak Ave|14|78702|Austin')).toEqual(
    ['Shop: name', 'Street: street', 'Building: street', 'Zip: zip', 'City: city'],
  )
  expect(guessed('No.|Shop|Address|Address 2', '12|Ann|1 Elm St|4', '14|Bob|2 Oak Ave|5')).toEqual([
    'Shop: name',
    'Address: street',
  ])
  const mailed = ['1|Ann|12|Elm St|PO Box 4', '2|Bob|14|Oak Ave|9 Ash St']
  expect(guessed('ID|Shop|Num|Street|Mail Address', ...mailed)).toEqual(['Shop: name', 'Num: street', 'Street: street'])
})

test('columns with unknown headers are told by words in them and by their values', () => {
  const logins = ['a@us.example|ann@ann.example', 'b@us.example|bob@bob.example']
  expect(guessed('Login|Attendee E-mail', ...logins)).toEqual(['Attendee E-mail: email'])
  expect(
    guessed(
      'What is your business called?|Your name|Best number|Sold-To Addr|Sold-To City|Sold-To St|Sold-To Zip|Attendee E-mail',
      'Ann Cafe|Ann Lee|512-555-0100|1 Elm St|Austin|TX|78702|ann@ann.example',
      'Bob Bar|Bob Fox|512-555-0101|2 Elm St|Austin|TX|78702|bob@bob.example',
    ),
  ).toEqual([
    'What is your business called?: name',
    'Best number: phone',
    'Sold-To Addr: street',
    'Sold-To City: city',
    'Sold-To St: state',
    'Sold-To Zip: zip',
    'Attendee E-mail: email',
  ])
  const lines = [
    'Ann Cafe|Attn: Ann|1 Elm St|Austin, TX 78702|512-555-0190|me@us.example',
    'Bob Bar|Attn: Bob|2 Elm St|Waco, TX 76701|512-555-0191|me@us.example',
  ]
  expect(guessed('Bill to 1|Bill to 2|Bill to 3|Bill to 4|Fax|Rep', ...lines)).toEqual([
    'Bill to 1: name',
    'Bill to 3: street',
    'Bill to 4: city',
  ])
})

test('the phone of a person is used only if there is no other', () => {
  const rows = ['Ann|512-555-0190|512-555-0100', 'Bob|512-555-0191|512-555-0101']
  expect(guessed('DBA|Mobile|Work number', ...rows)).toEqual(['DBA: name', 'Mobile: phone', 'Work number: phone'])
  expect(guessed('DBA|Owner Phone|Fax', ...rows)).toEqual(['DBA: name'])
})

test('the name of a person, or a title, is not that of the business', () => {
  const rows = ['Ann|Lee|Chef|Boss|ann@ann.example', 'Bob|Fox|Cook|Clerk|bob@bob.example']
  expect(guessed('First Name|Surname of contact|Job title|Sales rep|E-mail', ...rows)).toEqual(['E-mail: email'])
  expect(guessed('Store #|Store Hours|City', '12|Mon-Fri 9-5|Waco', '13|Sat 8-4|Austin')).toEqual(['City: city'])
})
