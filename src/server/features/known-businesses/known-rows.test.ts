import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { describeOnPostgres } from '#tests/support/databases.ts'
import {
  ann,
  cat,
  createKnownLab,
  everyone,
  everyoneWithout,
  knownHeader,
  type KnownLab,
} from '#tests/support/known-lab.ts'

describeOnPostgres('the rows of a file of known businesses', open => {
  let lab: KnownLab
  beforeAll(async () => {
    lab = await createKnownLab(await open())
  })
  afterAll(() => lab.close())
  beforeEach(async () => {
    await lab.begin()
  })

  /** What the downloaded file says of each row. */
  const statuses = async (id: number): Promise<string[]> => {
    const { body } = await lab.call('GET', `/api/known-files/${id}/file`)
    return body
      .trim()
      .split('\n')
      .slice(1)
      .map(line => /Unreadable\. [^"]*?(?="|,,|$)/.exec(line)?.[0] ?? line)
  }

  test('rows say why they cannot be read', async () => {
    const id = await lab.know(
      'Ann Plumbing,,,,,,',
      'Ann,12,,,,,',
      'Ann,,facebook.com/ann,,,,',
      ',,,1 Pearl Street,Boulder,CO,',
      'Ann,,,1 Pearl Street,,,',
    )
    expect(await statuses(id)).toEqual([
      'Unreadable. It has only a name',
      'Unreadable. Its phone number is not a valid US number',
      'Unreadable. Its website is not one of its own',
      'Unreadable. It has no phone number, website, or name',
      'Unreadable. Its address has no town or ZIP code',
    ])
    const twice = await lab.know('Zoe Plumbing,303-440-0098,,,,,', knownHeader, 'City Plumbing,,,,Boulder,CO,')
    expect((await statuses(twice)).map(status => status.split(',')[0])).toEqual([
      'Zoe Plumbing',
      'Unreadable. It repeats the column names',
      'City Plumbing',
    ])
    const abroad = await lab.send('Company,Phone,Country\nAnn,303-440-0001,Canada')
    expect(await statuses(abroad.id)).toEqual(['Unreadable. It is outside the United States'])
    expect(await lab.found()).toEqual(everyone)
  })

  test('a field is read from the first of its columns that has a value, and all contacts count', async () => {
    const { id } = await lab.send(
      'Mobile,Phone,Company,Street,Address,City,State\n12,,Ann,5 Elm St,1 Pearl Street,Boulder,CO\n303-440-0001,,,,,,\n,,Cat,3 Pearl Street,,Boulder,CO',
    )
    const rows = await lab.product.deps.db.query(
      'SELECT name, phone, street FROM known_business WHERE file_id = $1 ORDER BY row',
      [id],
    )
    expect(rows).toEqual([
      { name: 'Ann', phone: null, street: '1 Pearl Street' },
      { name: null, phone: 13_034_400_001, street: null },
      { name: 'Cat', phone: null, street: '3 Pearl Street' },
    ])
  })

  test('a street is read with the house number that is in a column of its own', async () => {
    const { id } = await lab.send(
      'Shop,No.,Dir,Street,Ste,City,ZIP\nAnn Plumbing,1,,Pearl Street,,Boulder,80302\nBob Plumbing,2,E,Pearl Street,4,Boulder,80302',
    )
    expect(
      await lab.product.deps.db.query('SELECT street FROM known_business WHERE file_id = $1 ORDER BY row', [id]),
    ).toEqual([{ street: '1 Pearl Street' }, { street: '2 E Pearl Street' }])
    expect(await lab.matches(id)).toEqual(['address', 'address'])
  })

  test('a row without a trade name has the legal one', async () => {
    const { id } = await lab.send('Legal Name,DBA,Phone\nAnn LLC,Ann Plumbing,303-440-0001\nBob LLC,,303-440-0002')
    const rows = await lab.product.deps.db.query('SELECT name FROM known_business WHERE file_id = $1 ORDER BY row', [
      id,
    ])
    expect(rows).toEqual([{ name: 'Ann Plumbing' }, { name: 'Bob LLC' }])
  })

  test('an Excel file is read like a CSV file', async () => {
    const rows = [
      ['Our customers'],
      [],
      [
        'Account Name',
        'Phone',
        'Website',
        'Billing Street',
        'Billing City',
        'Billing State/Province',
        'Billing Zip/Postal Code',
      ],
      ['Ann', 3_034_400_001, null, null, null, null, null],
      ['Cat & Daughters Plumbing', null, null, '3 Pearl Street', 'Boulder', 'CO', 80_302],
    ]
    const bytes = Buffer.from(await writeXlsx({ sheets: [{ name: 'CRM', rows }] }))
    expect((await lab.columnsOf(bytes)).map(({ field }) => field)).toEqual([
      'name',
      'phone',
      'website',
      'street',
      'city',
      'state',
      'zip',
    ])
    const { id, rows: count } = await lab.send(bytes)
    expect([count, await lab.matches(id)]).toEqual([2, ['phone', 'address']])
    expect(await lab.found()).toEqual(everyoneWithout(ann.name, cat.name))
  })
})
