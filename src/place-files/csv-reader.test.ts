import { describe, expect, test, vi } from 'vitest'
import { mayTellStatus } from './csv-headers.ts'
import { readCsv } from './csv-reader.ts'
import type { RawPlace } from './raw-place.ts'

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

async function rowsOf(csv: string | Uint8Array, pieceSize = 1_000_000): Promise<RawPlace[]> {
  const bytes = typeof csv === 'string' ? new TextEncoder().encode(csv) : csv
  const rows: RawPlace[] = []
  const { batches } = await readCsv(inPieces(bytes, pieceSize), { file: 'list.csv', source: 'csv' })
  for await (const batch of batches) rows.push(...batch)
  return rows
}
const namesOf = async (csv: string | Uint8Array, pieceSize?: number) =>
  (await rowsOf(csv, pieceSize)).map(row => row.name)

test('headers that may say which businesses are closed are recognized', () => {
  const telling = [
    'Status',
    'Lead Status',
    'isClosed',
    'IS_CLOSED',
    'is_open',
    'Close Date',
    'closing_date',
    'endDate',
    'END DATE',
    'enddate',
  ]
  const others = ['Vendor', 'Weekend', 'Calendar', 'Disclosures', 'Disclosure', 'Gender', 'Attended', 'Name', 'Clothes']
  expect([...telling, ...others].filter(mayTellStatus)).toEqual(telling)
})

describe('a CSV list', () => {
  test('with common header names gives every fact', async () => {
    const [row] = await rowsOf(
      'Company Name,Phone Number,URL,E-mail,Street Address,City,State,ZIP Code,Type,totalScore,Review Count,Latitude,lng\n' +
        'Acme,303-440-0000,acme.example,a@acme.example,1 Main St,Boulder,CO,80302,"Plumber, HVAC","4,5","1,234",40.1,-105.2',
    )
    expect(row).toMatchObject({
      row: 1,
      name: 'Acme',
      phones: ['303-440-0000'],
      websites: ['acme.example'],
      street: '1 Main St',
      city: 'Boulder',
      region: 'CO',
      postcode: '80302',
      categories: ['Plumber', 'HVAC'],
      rating: 4.5,
      reviewCount: 1234,
      lat: 40.1,
      lon: -105.2,
    })
    expect(row?.emails).toEqual(['a@acme.example'])
  })

  test.each([
    ['quotes, commas, and line breaks in a field', 'name\n"A ""B"", C\nD"\nE', ['A "B", C\nD', 'E']],
    ['Windows line breaks and a byte order mark', '\uFEFFname,city\r\nA,X\r\n\r\nB,Y\r\n', ['A', 'B']],
    ["Excel's own first line", 'sep=;\r\ncity;name\r\nX;A, B\r\n', ['A, B']],
    ['a title above its header', 'Customers 2026,,\n,,\nname,city,zip\nA,X,1\n', ['A']],
    ['ten lines above its header', `${'Customers 2026\n'.repeat(10)}name;city;zip\nA;X;1\n`, ['A']],
    ['a title without delimiters', 'Customers 2026\nname;city;zip\nA;X;1\n', ['A']],
    ['only one column', 'name\nA\nB\n', ['A', 'B']],
    ['semicolons', 'city;name\nX;A, B\n', ['A, B']],
    ['tabs', 'city\tname\nX\tA\n', ['A']],
    ['tabs between texts with commas', 'city, state, and ZIP\tname\nX, CO, 1\tA\n', ['A']],
    ['only quoted fields between semicolons', '"city";"name";"zip"\n"X, Y";"A";"1"\n', ['A']],
    ['spaces before a quote', 'city, name, phone\nX, "A, B" , 1\n', ['A, B']],
    [
      'backslashes before quotes',
      'name,city\n"A \\"B\\" C, D",X\n"\\"E\\", F",Y\n"G \\"H\\"",Z\n"C:\\\\",Z\n',
      ['A "B" C, D', '"E", F', 'G "H"', 'C:\\\\'],
    ],
    ['a backslash at the end of a field', 'name,city\n"C:\\",X\nD,Y\n', ['C:\\', 'D']],
    ['a quote inside a field', 'name\n5" Pipe Co\n', ['5" Pipe Co']],
    ['short and empty lines', 'city,name\nX,A\n,,\nX\n\nY,B', ['A', null, 'B']],
    ['words for nothing', 'name,phone\nN/A,1\nnull,1\n', [null, null]],
  ])('may have %s', async (_, csv, names) => {
    expect(await namesOf(csv)).toEqual(names)
  })

  test.each([
    ['HubSpot', 'Company name,Street Address,City,State/Region,Postal Code,Phone Number,Website URL,Industry'],
    [
      'Salesforce',
      'Account Name,Billing Street,Billing City,Billing State/Province,Billing Zip/Postal Code,Phone,Website,Type',
    ],
    ['a hand-made sheet', 'Firm Name,Address Line 1,Town,State,Zip,Main Phone,Web Address,Category'],
  ])('with the columns of %s gives every fact', async (_, header) => {
    const [row] = await rowsOf(`${header}\nAcme,1 Main St,Boulder,CO,80302,303-440-0000,acme.example,Plumber\n`)
    expect(row).toMatchObject({
      name: 'Acme',
      street: '1 Main St',
      city: 'Boulder',
      region: 'CO',
      postcode: '80302',
      phones: ['303-440-0000'],
      websites: ['acme.example'],
      categories: ['Plumber'],
    })
  })

  test.each([
    ['business_status', 'CLOSED_PERMANENTLY', 'closed'],
    ['business_status', 'CLOSED_TEMPORARILY', 'temporarilyClosed'],
    ['businessStatus', 'OPERATIONAL', 'open'],
    ['status', 'Permanently closed', 'closed'],
    ['status', 'Temporarily closed', 'temporarilyClosed'],
    ['status', 'Closed ⋅ Opens 8 AM Mon', 'open'],
    ['status', 'Out of business', 'closed'],
    ['status', 'N', 'closed'],
    ['status', 'Yes', 'open'],
    ['open_state', 'Cerrado permanentemente', 'closed'],
    ['permanentlyClosed', 'true', 'closed'],
    ['is_permanently_closed', '1', 'closed'],
    ['Permanently Closed', 'FALSE', 'open'],
    ['temporarilyClosed', 'True', 'temporarilyClosed'],
    ['is_temporarily_closed', 'yes', 'temporarilyClosed'],
    ['is_closed', 'false', 'open'],
    ['Closed', 'temporarily closed', 'temporarilyClosed'],
    ['end_date', 'yes', 'closed'],
  ])('with %s = %s is %s', async (header, value, status) => {
    expect(await rowsOf(`name,${header}\nAcme,${value}\n`)).toMatchObject([{ status }])
  })

  test.each([
    ['5/1/2024', '2024-05-01'],
    ['2024-05-01T10:00:00Z', '2024-05-01'],
    ['2024-05', '2024-05'],
    ['before 1990', '1990'],
    ['', null],
    ['n/a', null],
  ])('that ends its business on %j says when', async (value, endsOn) => {
    expect(await rowsOf(`name,closed_on\nAcme,${value}\n`)).toMatchObject([{ status: 'open', endsOn }])
  })

  test('takes each field from the first of its columns that has a value', async () => {
    const header = 'title,name,url,website,phoneUnformatted,phone,address,street,rating,review_rating,type,category'
    const rows = await rowsOf(
      `${header}\nOwner,Acme,,acme.example,+13034400000,,,1 Main St,,4.7,LLC,\n` +
        'Owner,,maps.example/b,acme.example,1,2,"1 Main St, Boulder",1 Main St,3,4.7,LLC,Plumber\n',
    )
    expect(rows).toMatchObject([
      { name: 'Acme', phones: ['+13034400000'], websites: ['acme.example'], street: '1 Main St', rating: 4.7 },
      { name: null, phones: ['2', '1'], websites: ['acme.example', 'maps.example/b'], rating: 3 },
    ])
    expect(rows.map(row => [row.street, row.categories])).toEqual([
      ['1 Main St', []],
      ['1 Main St, Boulder', ['Plumber']],
    ])
  })

  test('does not mix the billing address with the shipping address', async () => {
    const header = 'Account Name,Billing Street,Billing City,Shipping Street,Shipping City,Shipping Postal Code'
    const [row] = await rowsOf(`${header}\nAcme,,Denver,1 Main St,Boulder,80302\n`)
    expect(row).toMatchObject({ street: '1 Main St', city: 'Boulder', postcode: '80302' })
  })

  test('names its unused columns', async () => {
    const bytes = inPieces(
      new TextEncoder().encode('name,email_1,Lifecycle Stage,,Owner\nA,a@a.example,lead,,Ann\n'),
      99,
    )
    const { unusedColumns } = await readCsv(bytes, { file: 'list.csv', source: 'csv' })
    expect(unusedColumns?.()).toEqual(['Lifecycle Stage', 'Owner'])
  })

  test('reads the town from a column with town and state', async () => {
    expect((await rowsOf('name,City/State\nA,"Boulder, CO"\n'))[0]?.city).toBe('Boulder, CO')
  })

  test('gives the same rows for any chunk size', async () => {
    const csv = 'name,city\r\n  "Zoë ""Z"", Inc\r\n",Boulder\r\nB,"x"\r\n'
    const whole = await namesOf(csv)
    for (let size = 1; size < 9; size++) expect(await namesOf(csv, size)).toEqual(whole)
    expect(whole).toEqual(['Zoë "Z", Inc', 'B'])
    const escaped = 'name,city\n"Joe \\"The Plumber\\" Smith, LLC","Boulder"\n'
    for (let size = 1; size < 9; size++) expect(await namesOf(escaped, size)).toEqual(['Joe "The Plumber" Smith, LLC'])
  })

  test('may be in Windows-1252 or UTF-16', async () => {
    expect(await namesOf(Uint8Array.from(Buffer.from('name\nCaf\xe9\n', 'latin1')))).toEqual(['Café'])
    const late = Buffer.from(`name\n${'Plain\n'.repeat(20)}Caf\xe9\n`, 'latin1')
    expect((await namesOf(Uint8Array.from(late), 64)).at(-1)).toBe('Café')
    expect(await namesOf(Uint8Array.from(Buffer.from('\uFEFFname\nCafé\n', 'utf16le')))).toEqual(['Café'])
  })

  test('with an unclear encoding is refused with two readings of a word, unless the encoding is named', async () => {
    const bytes = Uint8Array.from(Buffer.from('name\nFran\x87ois\n', 'latin1'))
    await expect(rowsOf(bytes)).rejects.toThrow(/“Franáois” or “François”.*--encoding/)
    const inDos = await readCsv(inPieces(bytes, 99), { file: 'list.csv', source: 'csv', encoding: 'cp437' })
    expect((await Array.fromAsync(inDos.batches)).flat()).toMatchObject([{ name: 'François' }])
    await expect(
      readCsv(inPieces(bytes, 99), { file: 'list.csv', source: 'csv', encoding: 'latin-47' }),
    ).rejects.toThrow('Unknown encoding')
    // More of the file makes it clear.
    const more = Uint8Array.from(Buffer.from(`name\nFran\x87ois\n${'Plain\n'.repeat(50)}Caf\x82\n`, 'latin1'))
    expect((await namesOf(more, 64)).filter(name => name !== 'Plain')).toEqual(['François', 'Café'])
  })

  test('without a name column is rejected with a list of its columns', async () => {
    await expect(rowsOf('city,phone\nX,1\n')).rejects.toThrow(/no column for the business name.*city, phone/)
  })

  test('with a missing quote is rejected', async () => {
    await expect(rowsOf('name\n"A\nB\n')).rejects.toThrow('a quote is missing')
  })

  test('with an endless line is rejected', async () => {
    await expect(rowsOf(`name\n${','.repeat(20_000)}`)).rejects.toThrow('too many fields')
    await expect(rowsOf(`name\n${`${'x'.repeat(90_000)},`.repeat(30)}`)).rejects.toThrow('too long')
  })

  test('with a million delimiters in its first line is rejected, and does not hang', async () => {
    await expect(rowsOf(`${','.repeat(990_000)}x\n`)).rejects.toThrow('too many fields')
  })

  test.each([
    ['plain', 'a"'.repeat(40_000)],
    ['quoted', `"${'a""'.repeat(30_000)}"`],
    ['quoted, with backslashes', `"${String.raw`\"a`.repeat(30_000)}"`],
    ['quoted in part', `"${'a"a'.repeat(30_000)}"`],
  ])('with many quotes in a field, %s, is read without reading the field again for each quote', async (_, field) => {
    let read = 0
    const spies = (['trim', 'slice'] as const).map(name => {
      const real: (...bounds: number[]) => string = String.prototype[name]
      return vi.spyOn(String.prototype, name).mockImplementation(function (this: string, ...bounds: number[]) {
        read += this.length
        return real.apply(this, bounds)
      })
    })
    const rows = await rowsOf(`name,phone\nFlatirons,${field}\n`, 100).finally(() =>
      spies.forEach(spy => spy.mockRestore()),
    )
    expect(rows).toHaveLength(1)
    expect(read).toBeLessThan(200 * field.length)
  })

  test('that is empty is rejected', async () => {
    await expect(rowsOf('')).rejects.toThrow('is empty')
  })
})
