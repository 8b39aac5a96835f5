import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Account } from '#server/accounts/sessions/session.usecases.ts'
import type { Network } from '#server/platform/basics/network.ts'
import type { SignedIn } from '#tests/support/app.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { at, createFilledLab, type FilledLab, filledRows as rows } from '#tests/support/filled-lab.ts'
import { ann, bob, cat, dan, dan2, eve } from '#tests/support/known-lab.ts'
import { meanwhile } from '#tests/support/meanwhile.ts'
import { filledFile } from './filled-file.usecases.ts'
import { changesFile } from './list-changes.usecases.ts'
import { openSheet } from './workbook.ts'
import { readPart, replacePart } from './zip-parts.ts'

describeOnPostgres('the file that was filled', open => {
  let lab: FilledLab
  let user: SignedIn
  beforeAll(async () => {
    lab = await createFilledLab(await open())
  })
  afterAll(() => lab.close())
  beforeEach(async () => {
    user = await lab.begin()
  })

  test('a filled file that is sent and filled again has each column once, and gets only what it lacks', async () => {
    const street =
      'Name,Street,City,State\nAnn Plumbing,1 Pearl Street,Boulder,CO\nZoe Plumbing,8 Walnut Street,Boulder,CO'
    const first = (await lab.send(street)).id
    await lab.fill(first)
    const filled = await lab.fileOf(first)
    expect(filled[1]).toMatch(/^Ann Plumbing,1 Pearl Street,Boulder,CO,\(303\) 440-0001,80302,Filled,"Phone, Address",/)
    const second = (await lab.send(filled.join('\n'))).id
    expect((await lab.summaryOf(second)).offers).toEqual([])
    const again = await lab.fileOf(second)
    expect(again[0]).toBe(filled[0])
    expect(again.slice(1)).toEqual([
      'Ann Plumbing,1 Pearl Street,Boulder,CO,(303) 440-0001,80302,Found,"",,,',
      'Zoe Plumbing,8 Walnut Street,Boulder,CO,,,Not found,,,,',
    ])
  })

  test('an address that is complete in one column is not filled', async () => {
    const { id } = await lab.send('Name,Address\nAnn Plumbing,"1 Pearl Street, Boulder, CO 80302"')
    expect((await lab.summaryOf(id)).offers.map(({ fact }) => fact)).toEqual(['phone'])
  })

  test('what a customer had before the first filling stays in the file when it is filled again', async () => {
    const others = [ann, cat, dan2, eve]
    const facts = ['profiles', 'otherPhone']
    const send = async (text: string) => {
      const { id } = await lab.send(text)
      await lab.decide(id, 2, { placeId: 'overture:dan' })
      await lab.fill(id, { facts })
      return (await lab.fileOf(id)).map(line => line.replaceAll('"', ''))
    }
    const profile = 'https://www.facebook.com/dansplumbing'
    await lab.load([...others, bob, { ...dan, socials: [profile] }])
    const [header, dans = '', bobs] = await send(
      'Name,Phone,Website,ZIP\nDan Plumbing,303-440-0099,,80302\nBob Plumbing,,bobplumbing.org,80302',
    )
    expect(dans).toContain(`,${profile},Filled,Profiles, Other phone,Other phone: 303-440-0099,`)
    const socials = ['https://www.facebook.com/bobsplumbing']
    await lab.load([...others, { ...bob, socials }, { ...dan, phones: ['303-440-0044'] }])
    const second = await send([header, dans.replace('Profiles, ', ''), bobs].join('\n'))
    const old = 'Other phone: 303-440-0099; Other phone: (303) 440-0004'
    expect(second[1]).toContain(`,${profile},Filled,Other phone,${old},`)
    expect(second[2]).toContain(`,${socials[0]},Filled,Profiles,,`)
    expect((await send(second.join('\n')))[1]).toContain(`,${profile},Found,,${old},`)
    await lab.load([ann, bob, cat, dan, dan2, eve])
  })

  test('a cell that says that there is nothing is filled', async () => {
    const { id } = await lab.send('Name,Phone,Website,Street,ZIP\nBob Plumbing,N/A,none,2 Pearl Street,80302')
    await lab.fill(id)
    expect((await lab.fileOf(id))[1]).toMatch(
      /^Bob Plumbing,N\/A,https:\/\/www.bobplumbing.org\/us,.*,Filled,Website,,/,
    )
  })

  test('our columns follow the last one with text in a workbook that has formats up to the last column', async () => {
    const sent = await writeXlsx({
      sheets: [
        {
          name: 'A',
          rows: [
            ['Name', 'Phone'],
            ['Ann Plumbing', '303-440-0001'],
          ],
        },
      ],
    })
    const { sheet } = await openSheet(sent)
    const xml = readPart(sent, sheet).toString().replace('</row></sheetData>', '<c r="XFD2" s="0"/></row></sheetData>')
    const { id } = await lab.send(replacePart(sent, sheet, Buffer.from(xml)))
    const { rows: records } = await openSheet((await lab.call('GET', at(id, '/file'))).rawPayload)
    const [, { record } = { record: [] }] = await Array.fromAsync(records)
    expect(record.slice(0, 3)).toEqual(['Ann Plumbing', '303-440-0001', 'Found'])
  })

  test('one very long line does not make all lines of the file as long', async () => {
    const id = await lab.know(`Zed${','.repeat(9900)}`, ...Array.from({ length: 2000 }, () => 'Zed'))
    const lines = await lab.fileOf(id)
    expect(lines[2000]?.length).toBeLessThan(5100)
  })

  test('of the files that a user downloads at once, one is in memory', async () => {
    const id = await lab.know(...rows)
    const events: string[] = []
    const asked = { account: { ...user.user, tier: 'free' } as unknown as Account, network: 'test' as Network, id }
    const download = async () => {
      const deps = meanwhile(lab.product.deps, 'FROM known_content', async () => events.push('read'))
      await filledFile(deps, asked)
      events.push('sent')
    }
    await Promise.all([download(), download(), download()])
    expect(events).toEqual(['read', 'sent', 'read', 'sent', 'read', 'sent'])
  })

  test('a file without column names is read from its first row, and is returned without them', async () => {
    const sent = [
      'Ann Plumbing,,1 Pearl Street,Boulder,CO,80302',
      'Cat & Daughters Plumbing,303-440-0003,3 Pearl Street,Boulder,CO,80302',
    ]
    const { id, rows: count } = await lab.send(sent.join('\n'))
    expect([count, await lab.statesOf(id)]).toEqual([2, ['found', 'found']])
    await lab.fill(id)
    const lines = await lab.fileOf(id)
    expect(lines[0]).toMatch(/^Ann Plumbing,\(303\) 440-0001,1 Pearl Street,Boulder,CO,80302,/)
    expect(lines[1]).toContain(sent[1])
    const titled = await lab.send(['Customers', ...sent].join('\n'))
    await lab.fill(titled.id)
    const [title, first] = await lab.fileOf(titled.id)
    expect([title?.split(',')[0], first]).toEqual(['Customers', lines[0]])
  })

  test('the phone of a person tells the business, and stays; that of the business is added', async () => {
    const header = 'Company,Mobile,Street,City,State,ZIP'
    const people = [
      'Ann Plumbing,303-440-0099,1 Pearl Street,Boulder,CO,80302',
      'Whoever,303-440-0003,,,,',
      'Dan Plumbing,Phone:(303) 440-0004 Mobile:(303) 440-0098,5 Walnut Street,Boulder,CO,80302',
    ]
    const { id } = await lab.send([header, ...people].join('\n'))
    expect((await lab.rowsOf(id)).items.map(({ cells }) => cells.phone?.slice(0, 12))).toEqual([
      '303-440-0099',
      '303-440-0003',
      'Phone:(303) ',
    ])
    await lab.fill(id)
    const lines = await lab.fileOf(id)
    expect(lines[0]).toMatch(`${header},leadline_phone,leadline_website,`)
    expect(lines[1]).toContain(`${people[0]},(303) 440-0001,,Filled,Phone,,`)
    expect(lines[2]).toContain('Whoever,303-440-0003,')
    expect(lines[3]).toContain(`${people[2]},,`)
    const again = await lab.send(lines.join('\n'))
    expect((await lab.summaryOf(again.id)).offers.map(({ fact }) => fact)).not.toContain('phone')
    const beside = await lab.send(`Company,Phone,Mobile,Street,ZIP\nAnn Plumbing,,303-440-0099,1 Pearl Street,80302`)
    await lab.fill(beside.id)
    expect((await lab.fileOf(beside.id))[1]).toContain('Ann Plumbing,(303) 440-0001,303-440-0099,1 Pearl Street,')
    const two = await lab.send(`Company,Phone,City\nDan Plumbing,Phone:(303) 440-0004 Mobile:(303) 440-0098,Boulder`)
    expect((await lab.summaryOf(two.id)).offers.map(({ fact }) => fact)).not.toContain('otherPhone')
  })

  test('a new address is put beside a street in several columns, which stay as they are', async () => {
    const header = 'Shop,No.,Street,City,ZIP,Phone'
    const sent = [
      'Ann Plumbing,"77",Walnut  Street ,Boulder,80302,303-440-0001',
      'Bob Plumbing,2,Pearl Street,Boulder,80302,',
    ]
    const { id } = await lab.send([header, ...sent].join('\n'))
    await lab.fill(id, { facts: ['website', 'otherAddress'] })
    const lines = await lab.fileOf(id)
    expect(lines[0]).toMatch(`${header},leadline_website,leadline_street,leadline_city,leadline_zip,`)
    expect(lines[1]).toContain(`${sent[0]},,1 Pearl Street,Boulder,80302,Filled,Other address,`)
    expect(lines[2]).toContain(`${sent[1]},`)
  })

  test('a formula in a fact of a place is text in the file', async () => {
    await lab.load([
      { ...ann, name: '=Ann Plumbing', phones: ['303-440-0001'], emails: ['=cmd@ann.example'] },
      bob,
      cat,
      dan,
      dan2,
      eve,
    ])
    const id = await lab.know('An Plumbing,303-440-0001,,1 Pearl Street,Boulder,CO,80302')
    await lab.fill(id, { facts: ['otherName', 'phone'] })
    expect((await lab.fileOf(id))[1]).toMatch(/^'=Ann Plumbing,303-440-0001,/)
    await lab.load([ann, bob, cat, dan, dan2, eve])
  })

  test('a file that is deleted during its download is not found, instead of incomplete', async () => {
    const id = await lab.know(...rows)
    const deps = meanwhile(lab.product.deps, 'FROM known_business b', () => lab.call('DELETE', at(id)))
    const asked = { account: { ...user.user, tier: 'free' } as unknown as Account, network: 'test' as Network, id }
    await expect(filledFile(deps, asked)).rejects.toMatchObject({ errorType: 'NOT_FOUND' })
    const other = await lab.know(...rows)
    const later = meanwhile(lab.product.deps, 'FROM known_change', () => lab.call('DELETE', at(other)))
    const { content } = await changesFile(later, { ...asked, id: other })
    await expect(Array.fromAsync(content)).rejects.toMatchObject({ errorType: 'NOT_FOUND' })
  })
})
