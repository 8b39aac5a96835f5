import { randomBytes } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import type { Worker } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import { writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import type { Problem } from '#contract/errors.ts'
import {
  type FileColumns,
  type KnownFile,
  type KnownFiles,
  knownBusinessLimit,
  knownBytesLimit,
  knownFileBytes,
  knownFilesPerDay,
  knownPreviewsPerHour,
} from '#contract/leads/known-businesses.ts'
import { knownFileRows } from '#contract/leads/known-fields.ts'
import type { Account } from '#server/accounts/sessions/session.usecases.ts'
import { networkOf } from '#server/platform/basics/network.ts'
import { hitRateLimit, storedKey } from '#server/platform/limits/rate-limit.ts'
import { ownAddress } from '#tests/support/app.ts'
import { bombOf, listOfTexts, workbookOf, zipOf } from '#tests/support/hostile-workbooks.ts'
import { meanwhile } from '#tests/support/meanwhile.ts'
import { refusalOf } from '#tests/support/refusal-of.ts'
import { uploaderOf } from '#tests/support/upload-file.ts'
import { describeWithUserOnPostgres } from '#tests/support/user-lab.ts'
import { recordsOf } from './file-records.ts'
import { readRows } from './file-thread.ts'
import { comparisonLimit } from './follow-file.usecases.ts'
import { importFile, importLimit, lookLimit } from './known-businesses.usecases.ts'
import { matchAgain } from './match-known.usecases.ts'

describeWithUserOnPostgres('files of known businesses', lab => {
  const look = (payload: string | Buffer) => lab.upload('/api/known-files/columns', payload, { name: 'crm' })
  const send = (payload: string | Buffer, fields = 'name,phone') =>
    lab.upload('/api/known-files', payload, { name: 'crm', fields })
  const stored = async () => {
    const [row] = await lab.product.deps.db.query<{ rows: string }>(
      'SELECT (SELECT count(*) FROM known_file WHERE user_id = $1) || $2 || (SELECT count(*) FROM known_business WHERE user_id = $1) AS rows',
      [lab.user.user.id, ' files, '],
    )
    return row?.rows
  }
  const namesIn = async (payload: string | Buffer) => {
    const { columns } = (await look(payload)).json<FileColumns>()
    return columns.map(({ header, samples }) => [header, ...samples].join('|'))
  }

  const messageOf = async (payload: string | Buffer) => {
    const response = await look(payload)
    expect(response.statusCode).toBe(400)
    return response.json<{ message: string }>().message
  }

  test('encodings and separators of spreadsheets are recognized', async () => {
    const text = 'Name;Phone\nCafé Ñandú;(303) 440-0001\n'
    const columns = ['Name|Café Ñandú', 'Phone|(303) 440-0001']
    const swapped = Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()
    for (const file of [
      text,
      `\uFEFF${text}`,
      text.replaceAll(';', ','),
      text.replaceAll(';', '\t'),
      `sep=;\n${text}`,
      text.replaceAll('\n', '\r\n'),
      Buffer.from(`\uFEFF${text}`, 'utf16le'),
      Buffer.from(text, 'utf16le'),
      swapped,
      Buffer.from(text, 'latin1'),
      Buffer.from('Name;Phone\nCaf\x8E \x84and\x9C;(303) 440-0001\n', 'latin1'),
      Buffer.from('Name;Phone\nCaf\x82 \xA5and\xA3;(303) 440-0001\n', 'latin1'),
      `Our customers\n\n${text.replaceAll(';', ',')}`,
    ])
      expect(await namesIn(file)).toEqual(columns)
    const cut = Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xfe, 0xc3])])
    expect((await look(cut)).statusCode).toBe(200)
    expect(await messageOf(Buffer.from('Name;Phone\nFran\x87ois;(303) 440-0001\n', 'latin1'))).toBe(
      "The file's encoding is not clear: a word may be “Franáois” or “François”. Save the file as CSV UTF-8.",
    )
  })

  test('after an import, a file that a job compares is left to it, so that it is not compared twice at once', async () => {
    const { id } = (await send('Name,Phone\nAnn,(303) 440-0001\n')).json<KnownFile>()
    const { deps } = lab.product
    const isCompared = async () => {
      const { files } = (
        await lab.product.app.inject({ url: '/api/known-files', headers: { cookie: lab.user.cookie } })
      ).json<KnownFiles>()
      return files.find(file => file.id === id)?.isCompared
    }
    await deps.db.transaction(async tx => {
      await tx.query('SELECT FROM known_file WHERE id = $1 FOR UPDATE', [id])
      await matchAgain(deps)
    })
    expect(await isCompared()).toBe(false)
    await matchAgain(deps)
    expect(await isCompared()).toBe(true)
  })

  test('a list whose first column is called PK is not taken for a damaged workbook', async () => {
    expect(await namesIn('PK,Name,Phone\n7,Ann,(303) 440-0001\n')).toEqual(['PK|7', 'Name|Ann', 'Phone|(303) 440-0001'])
  })

  test('of two lines of headers, the one that names more columns counts', async () => {
    const lines =
      ',Phone,,Address,,\nClient,Office Tel,Cell,Street,City,Zip\nAnn,303-440-0001,,1 Pearl St,Boulder,80302\n'
    expect(await namesIn(lines)).toContain('Client|Ann')
    expect(await namesIn('Kunden 2026,,\nWer,Was,Wo\nAnn,Restaurant,Boulder\n')).toEqual([
      'Wer|Ann',
      'Was|Restaurant',
      'Wo|Boulder',
    ])
    expect(await namesIn('Customers,,\nAnn,Restaurant,80302\nBob,Store,80302\n')).toEqual([
      '|Ann|Bob',
      '|Restaurant|Store',
      '|80302|80302',
    ])
  })

  test('for files that are not lists, the answer says what to do', async () => {
    expect(await messageOf('Name,Phone\n')).toContain('no rows')
    expect(await messageOf(' \n\n')).toContain('empty')
    expect(await messageOf('%PDF-1.7 …')).toContain('a PDF')
    const oldFormat = Buffer.from('d0cf11e0a1b11ae1', 'hex')
    expect(await messageOf(oldFormat)).toContain('old Excel workbook')
    const locked = [oldFormat, Buffer.alloc(9000), Buffer.from('EncryptedPackage', 'utf16le')]
    expect(await messageOf(Buffer.concat(locked))).toContain('has a password')
    for (const file of [readFileSync('public/social.png'), gzipSync(randomBytes(9000))])
      expect(await messageOf(file)).toContain('not a table of text')
    expect(await messageOf('Name,Phone\n"Ann\nDoe",1\n"Bob,2')).toContain('a quote is missing in line 4')
    expect(await messageOf(`Name,Phone\nAnn,1\nBob${',2'.repeat(1_000_000)}`)).toContain(
      'Line 3 of the file has too many',
    )
    expect(await messageOf(`Name,Phone\n${'x'.repeat(100_001)},1`)).toContain('too long')
    expect(await messageOf(`Name${',Phone'.repeat(200)}\nAnn,1`)).toContain('more than 200 columns')
    expect(await messageOf(Buffer.from('PK\u0003\u0004garbage'))).toContain('damaged')
    expect(await messageOf(bombOf({ sheet: 140_000_000 }))).toContain('too large')
    expect(await messageOf(bombOf({ sheet: 140_000_000 }, 1000))).toContain('too large')
    expect(await messageOf(bombOf({ texts: 70_000_000, sheet: 70_000_000 }))).toContain('too large')
    expect(await messageOf(listOfTexts(119_000_000))).toContain('too large')
    expect(await messageOf(zipOf({ 'notes.txt': Buffer.from('Ann') }))).toContain('damaged')
    const cutOff = Buffer.from('<worksheet><sheetData><row><c><v>1</v></c></row>')
    expect(await messageOf(workbookOf({ sheet: cutOff }))).toContain('damaged')
    const deep = Buffer.from('<a>'.repeat(1_000_000))
    expect(await messageOf(workbookOf({ sheet: deep }))).toContain('damaged')
  })

  test('no part of a workbook can fill the memory of the thread that reads it', async () => {
    // Four million attributes, in 9 MB, ended the whole process, and not only the thread.
    const names = Array.from({ length: 101 }, (_, n) => `a${n}=""`)
    const attributes = Buffer.from(`<worksheet><sheetData><row ${names.join(' ')}/>`)
    expect(await messageOf(workbookOf({ sheet: attributes }))).toContain('damaged')
    const comment = Buffer.from(`<worksheet><!--${'a'.repeat(2_000_000)}`)
    expect(await messageOf(workbookOf({ sheet: comment }))).toContain('damaged')
    const rows = Buffer.from(`<worksheet><sheetData>${'<row/>'.repeat(1_048_577)}`)
    expect(await messageOf(workbookOf({ sheet: rows }))).toContain('damaged')
    const empty = Buffer.from('<worksheet/>')
    const styles = Buffer.from(`<s>${'<numFmt numFmtId="200"/>'.repeat(900_000)}</s>`)
    expect(await messageOf(workbookOf({ sheet: empty, styles }))).toContain('too large')
    const relations = Buffer.from(`<r>${'<Relationship/>'.repeat(400_000)}</r>`)
    expect(await messageOf(zipOf({ '_rels/.rels': relations }))).toContain('too large')
  })

  test('cells in the last column of a workbook do not keep the reader busy', async () => {
    const row = ['Ann', '(303) 440-0001', ...Array<null>(16_381).fill(null), 'x']
    const rows = [['Name', 'Phone'], ...Array.from({ length: 620 }, () => row)]
    const bytes = Buffer.from(await writeXlsx({ sheets: [{ name: 'A', rows }] }))
    expect((await look(bytes)).statusCode).toBe(200)
    expect((await send(bytes)).json()).toMatchObject({
      message: 'The rows of the workbook are too long. Delete the columns that you do not need.',
    })
    expect(await stored()).toBe('0 files, 0')
  })

  test('a cell of the largest length is cut', async () => {
    const { statusCode, body } = await send(`Name,Phone\n${'x'.repeat(100_000)},303-440-0001`)
    expect([statusCode, body.length < 1000]).toEqual([200, true])
    const [row] = await lab.product.deps.db.query<{ length: number }>(
      'SELECT length(name) AS length FROM known_business WHERE user_id = $1',
      [lab.user.user.id],
    )
    expect(row?.length).toBe(200)
  })

  test('control characters and half characters in cells are removed', async () => {
    const broken = Buffer.concat([
      Buffer.from('Name,Phone\nA\u0000n\u0007n '),
      Buffer.from([0xed, 0xa0, 0x80]),
      Buffer.from(',303-440-0001\n'),
    ])
    expect((await send(broken)).statusCode).toBe(200)
    expect(await stored()).toBe('1 files, 1')
  })

  test('nothing is stored of a file that turns out to be unreadable', async () => {
    const rows = Array.from({ length: 600 }, (_, n) => `Ann ${n},303-440-0001`)
    expect(refusalOf(await send(['Name,Phone', ...rows, '"Ann'].join('\n')))).toBe('INVALID_REQUEST')
    expect(await stored()).toBe('0 files, 0')
  })

  test('an account that is deleted while its file is read is not signed in anymore', async () => {
    const { deps } = lab.product
    const account = { id: lab.user.user.id, isEmailVerified: true } as Account
    const file = { account, network: networkOf('192.0.2.1'), bytes: Buffer.from('Name,Phone\nAnn,303-440-0001\n') }
    const deleted = meanwhile(deps, 'INSERT INTO known_file', () =>
      deps.db.query('DELETE FROM known_file WHERE user_id = $1', [account.id]),
    )
    const reading = importFile(deleted, { ...file, name: 'crm', fields: ['name', 'phone'] })
    await expect(reading).rejects.toMatchObject({ errorType: 'NOT_SIGNED_IN' })
  })

  test('columns must say how businesses can be found', async () => {
    const file = 'Name,Phone\nAnn,303-440-0001'
    for (const fields of ['name,', ',', '', 'city,state', 'name,state'])
      expect(refusalOf(await send(file, fields))).toBe('INVALID_REQUEST')
    for (const fields of ['name,phone', ',phone', 'name,city', 'email,'])
      expect((await send(file, fields)).statusCode).toBe(200)
    const everything = 'Customer\n"Ann Plumbing, 1 Pearl Street, Boulder, CO 80302"\n"Bob Plumbing, Boulder"'
    for (const fields of ['', 'name', 'street'])
      expect((await send(everything, fields)).json<Problem>().message).toContain('into columns of their own')
  })

  test('the number of files that an account can import and look at is limited', async () => {
    const file = 'Name,Phone\nAnn,303-440-0001'
    const { db, clock } = lab.product.deps
    for (const [limit, count, use] of [
      [importLimit, knownFilesPerDay, send],
      [lookLimit, knownPreviewsPerHour, look],
    ] as const) {
      for (let n = 1; n < count; n++) await hitRateLimit(db, limit(uploaderOf(lab.user)), clock.now())
      expect((await use(file)).statusCode).toBe(200)
      expect(refusalOf(await use(file))).toBe('UNCONFIRMED_LIMIT')
    }
  })

  test('changes of a file begin 60 comparisons a day at most; others do not count', async () => {
    const { db, clock } = lab.product.deps
    const { id } = (await send('Name,Phone\nAnn,303-440-0001')).json<KnownFile>()
    const { cookie } = lab.user
    const leaveOut = (isLeftOut: boolean) =>
      lab.product.app.inject({
        method: 'PATCH',
        url: `/api/known-files/${id}`,
        headers: { cookie },
        remoteAddress: ownAddress(lab.user),
        payload: { isLeftOut },
      })
    for (let n = 1; n < 60; n++) await hitRateLimit(db, comparisonLimit(uploaderOf(lab.user)), clock.now())
    expect((await leaveOut(false)).statusCode).toBe(200)
    const refused = await leaveOut(true)
    expect([refusalOf(refused), refused.headers['retry-after']]).toEqual(['UNCONFIRMED_LIMIT', '86400'])
    expect((await leaveOut(false)).json()).toMatchObject({ isLeftOut: false })
  })

  test('the number of files that a user sends in a minute is limited, before they are in memory', async () => {
    for (let n = 0; n < 20; n++) expect((await look('')).statusCode).toBe(400)
    expect((await look('')).statusCode).toBe(429)
  })

  test('one user may send ten files at once, and if they take long, those of others are read meanwhile', async () => {
    const file = 'Name,Phone\nAnn,303-440-0001'
    const sent = { ...uploaderOf(lab.user), bytes: Buffer.from(file), fields: ['name', 'phone'] as const }
    const end = Promise.withResolvers<void>()
    const held = Array.from({ length: 10 }, () => readRows(sent, () => end.promise))
    expect((await look(file)).json<Problem>().message).toContain(
      'Too many files at once by accounts with unconfirmed emails on your network.',
    )
    await lab.begin()
    expect((await look(file)).statusCode).toBe(200)
    end.resolve()
    await Promise.all(held)
    expect(await stored()).toBe('0 files, 0')
  })

  test('accounts with unconfirmed emails share the limits of their network, and a confirmed email lifts them', async () => {
    const from = '10.99.0.1'
    const file = 'Name,Phone\nAnn,303-440-0001'
    const lookFrom = () => lab.upload('/api/known-files/columns', file, { name: 'crm' }, from)
    expect((await lookFrom()).statusCode).toBe(200)
    const { db } = lab.product.deps
    await db.query('UPDATE rate_limit SET hits = $1 WHERE key = $2', [
      knownPreviewsPerHour - 1,
      storedKey(lookLimit({ account: { id: 0, isEmailVerified: false }, network: networkOf(from) })),
    ])
    await lab.begin()
    expect((await lookFrom()).statusCode).toBe(200)
    expect(refusalOf(await lookFrom())).toBe('UNCONFIRMED_LIMIT')
    await db.query('UPDATE user_account SET email_verified_at = created_at WHERE id = $1', [lab.user.user.id])
    expect((await lookFrom()).statusCode).toBe(200)
  })

  test('the number of businesses in the files of an account is limited', async () => {
    const { db, clock } = lab.product.deps
    await db.query(
      `INSERT INTO known_file (user_id, name, row_count, state, created_at) VALUES ($1, 'large', $2, 'done', $3)`,
      [lab.user.user.id, knownBusinessLimit - 2, clock.now()],
    )
    expect(refusalOf(await send('Name,Phone\nAnn,1\nBob,2\nCat,3'))).toBe('TOO_MANY_KNOWN_BUSINESSES')
    expect(await stored()).toBe('1 files, 0')
    expect((await send('Name,Phone\nAnn,1\nBob,2')).statusCode).toBe(200)
    expect(refusalOf(await send('Name,Phone\nCat,3'))).toBe('TOO_MANY_KNOWN_BUSINESSES')
  })

  test('the size of all files of an account is limited', async () => {
    const { id } = (await send('Name,Phone\nAnn,1')).json<KnownFile>()
    await lab.product.deps.db.query(
      `INSERT INTO known_content (file_id, part, user_id, bytes) SELECT $1, part, $2, '' FROM generate_series(1, $3) part`,
      [id, lab.user.user.id, Math.floor(knownBytesLimit / 16_384) - 2],
    )
    expect((await send('Name,Phone\nBob,2')).statusCode).toBe(200)
    expect(refusalOf(await send('Name,Phone\nCat,3'))).toBe('TOO_MANY_KNOWN_BUSINESSES')
    expect(await stored()).toBe('2 files, 2')
  })

  test('the size of a file is limited', async () => {
    const file = Buffer.alloc(knownFileBytes, 'Name,Phone\n')
    expect((await look(file)).statusCode).toBe(200)
    expect(refusalOf(await look(Buffer.concat([file, file.subarray(0, 1)])))).toBe('TOO_LARGE')
  })

  test('the number of rows in a file is limited, and others are answered while it is read', async () => {
    const batches = batchesOfThreads()
    const sending = send(['Name,Phone', ...rowsOf(knownFileRows)].join('\n'))
    const isAnsweredFirst = await Promise.race([lab.product.app.inject('/api/support'), sending.then(() => undefined)])
    expect(isAnsweredFirst?.statusCode).toBe(200)
    expect((await sending).json<KnownFile>()).toMatchObject({ rows: knownFileRows, isCompared: false })
    // Another thread reads all rows, and passes them on in small batches.
    const sizes = batches.stop()
    expect(sizes.reduce((sum, rows) => sum + rows, 0)).toBe(knownFileRows)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(knownFileRows / 100)
    const more = await send(['Name,Phone', ...rowsOf(knownFileRows + 1)].join('\n'))
    for (const long of [more, await send(`Name,Phone\n${'A,1\n'.repeat(2_000_000)}`)])
      expect(long.json()).toMatchObject({ message: 'The file has more than 50,000 rows. Split it.' })
  })

  test('a workbook may be as long', async () => {
    const rows = [['Name', 'Phone'], ...rowsOf(knownFileRows).map(row => row.split(','))]
    const bytes = Buffer.from(await writeXlsx({ sheets: [{ name: 'A', rows }] }))
    const sent = await send(bytes)
    expect(sent.json<KnownFile>()).toMatchObject({ rows: knownFileRows })
  })
})

async function numbersIn(bytes: Buffer): Promise<number[]> {
  const numbers: number[] = []
  await Array.fromAsync(recordsOf(bytes, numbers))
  return numbers
}
const rowOfAnn = (number: string) => `<row ${number}><c t="str"><v>Ann</v></c></row>`

test('rows have the numbers that a spreadsheet shows', async () => {
  expect(await numbersIn(Buffer.from('Our customers\n\nName,Phone\nAnn,"1\n2"\n\nBob,3\n'))).toEqual([1, 3, 4, 6])
  // Empty rows may be missing, and numbers may be missing, too small, or too large.
  const rows = ['r="2"', 'r="5"', '', 'r="3"', 'r="9000000000"'].map(rowOfAnn)
  const sheet = Buffer.from(`<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`)
  expect(await numbersIn(workbookOf({ sheet }))).toEqual([2, 5, 6, 7, 8])
})

const rowsOf = (count: number) =>
  Array.from(
    { length: count },
    (_, n) => `Business ${n},(303) ${200 + (n % 700)}-${String(n % 10_000).padStart(4, '0')}`,
  )

/** Notes how many rows are in each message of the threads that start from now on. */
function batchesOfThreads(): { stop: () => number[] } {
  const sizes: number[] = []
  const listen = (message: unknown) =>
    (message as { worker: Worker }).worker.on('message', (sent: { rows?: unknown[] }) => {
      if (sent.rows !== undefined) sizes.push(sent.rows.length)
    })
  subscribe('worker_threads', listen)
  return {
    stop: () => {
      unsubscribe('worker_threads', listen)
      return sizes
    },
  }
}
