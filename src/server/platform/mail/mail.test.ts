import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NonRetryableError } from '#server/platform/jobs/job.ts'
import { renderLetter } from './letter.ts'
import { linksOf } from './links.ts'
import { type Mailer, openMailer, type OutgoingMail } from './mailer.ts'

const letter = renderLetter({
  subject: 'Hello',
  paragraphs: ['Dear Ann & <b>Bob</b>,', 'all is well.'],
  action: { label: 'Open it', url: 'https://leads.example/x?a=1&b=2' },
})
const mail: OutgoingMail = {
  ...letter,
  id: '7d2a6c1e-0000-4000-8000-000000000001',
  to: 'ann@example.com',
  at: new Date('2026-03-01T12:00:00Z'),
  isUrgent: false,
}
const settings = { MAIL_FROM: 'Leadline <no-reply@leads.example>', SMTP_URL: undefined }

let folder: string
const closing: (() => void)[] = []
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'leadline-mail-'))
})
afterEach(async () => {
  for (const close of closing.splice(0)) close()
  await rm(folder, { recursive: true })
})

test('a letter has the same content as plain text and as HTML, with markup escaped', () => {
  expect(letter.text).toBe(
    'Dear Ann & <b>Bob</b>,\n\nall is well.\n\nOpen it:\nhttps://leads.example/x?a=1&b=2\n\n— Leadline\n',
  )
  expect(letter.html).toContain('Dear Ann &amp; &lt;b&gt;Bob&lt;/b&gt;,')
  expect(letter.html).toContain('href="https://leads.example/x?a=1&amp;b=2"')
})

test('quotation marks and apostrophes of a name are escaped in HTML, so that they end no attribute', () => {
  const { text, html } = renderLetter({ subject: 'Hi', paragraphs: [`"Joe's" > 'Ann'`] })
  expect(text).toContain(`"Joe's" > 'Ann'`)
  expect(html).toContain('&quot;Joe&#39;s&quot; &gt; &#39;Ann&#39;')
})

test('names stay on one line of a letter and cannot reverse what follows them', () => {
  const { text } = renderLetter({ subject: 'Hi', paragraphs: ['\u202EAnn\r\n\nBest regards: 3 new businesses'] })
  expect(text).toBe('Ann Best regards: 3 new businesses\n\n— Leadline\n')
})

const linkAt = (PUBLIC_URL: string | undefined, HOST: string) => linksOf({ PUBLIC_URL, HOST, PORT: 3000 }).to('/a#b')

test('links use the public address, or the one that the server names at its start', () => {
  expect(linkAt('https://leads.example', '0.0.0.0')).toBe('https://leads.example/a#b')
  for (const host of ['127.0.0.1', '0.0.0.0', '::', 'localhost'])
    expect(linkAt(undefined, host)).toBe('http://127.0.0.1:3000/a#b')
  expect(linkAt(undefined, '::1')).toBe('http://[::1]:3000/a#b')
})

test('without a mail server, a mail is a file that only its owner can read, and sending it again replaces it', async () => {
  const mailer = openMailer({ ...settings, DATA_DIR: folder })
  await mailer.send(mail)
  await mailer.send(mail)
  const outbox = path.join(folder, 'outbox')
  expect(await readdir(outbox)).toEqual([`${mail.id}.eml`])
  const file = path.join(outbox, `${mail.id}.eml`)
  expect((await stat(file)).mode.toString(8).slice(-3)).toBe('600')
  expect((await readFile(file, 'utf8')).split('\r\n')).toEqual(
    expect.arrayContaining([
      'From: Leadline <no-reply@leads.example>',
      'To: ann@example.com',
      'Subject: Hello',
      `Message-ID: <${mail.id}@leads.example>`,
      'Date: Sun, 01 Mar 2026 12:00:00 +0000',
      'Auto-Submitted: auto-generated',
    ]),
  )
})

test('neither a subject nor a recipient can inject a header or another recipient', async () => {
  const server = await smtpServer()
  const hostile = renderLetter({ subject: 'Hi\r\nBcc: eve@example.com', paragraphs: ['x'] })
  await server.mailer.send({ ...mail, ...hostile })
  await server.mailer.send({ ...mail, to: '"a, eve@example.com"@example.com' }).catch(() => {})
  await server.mailer.send({ ...mail, to: 'ann@example.com\r\nBcc: eve@example.com' }).catch(() => {})
  expect(server.received.flatMap(({ to }) => to)).not.toContain('eve@example.com')
  expect(server.received.map(({ text }) => text).join('\n')).not.toMatch(/^Bcc:/im)
  expect(server.received[0]?.text).toContain('Subject: Hi Bcc: eve@example.com')
})

test('a mail server receives the mail as text and HTML', async () => {
  const server = await smtpServer()
  await server.mailer.send(mail)
  expect(server.received).toMatchObject([{ from: 'no-reply@leads.example', to: ['ann@example.com'] }])
  expect(server.received[0]?.text).toMatch(/multipart\/alternative/)
})

test('a permanently refused mail is given up, a temporarily refused one is retried; no error names the recipient', async () => {
  const refused = await failureOf(550)
  expect(refused).toBeInstanceOf(NonRetryableError)
  const busy = await failureOf(451)
  expect(busy).not.toBeInstanceOf(NonRetryableError)
  for (const failure of [refused, busy]) {
    expect(failure).toBeInstanceOf(Error)
    expect(`${String(failure)} ${JSON.stringify(failure)}`).not.toContain('ann@example.com')
  }
})

test('a mail on which the server hangs fails after its deadline and is retried; others are sent meanwhile', async () => {
  const deadline = new AbortController()
  const hanging = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(deadline.signal)
  const server = await smtpServer(undefined, 'slow@example.com')
  const stuck = failureTo(server.mailer, 'slow@example.com')
  await server.hangs
  await server.mailer.send({ ...mail, id: '7d2a6c1e-0000-4000-8000-000000000002' })
  expect(server.received.map(({ to }) => to)).toEqual([['ann@example.com']])
  deadline.abort()
  expect(String(await stuck)).toContain('The mail server did not take a mail (EABORT)')
  expect(await stuck).not.toBeInstanceOf(NonRetryableError)
  hanging.mockRestore()
})

async function failureOf(code: number): Promise<unknown> {
  const { mailer } = await smtpServer(code)
  return failureTo(mailer, mail.to)
}

const failureTo = (mailer: Mailer, to: string): Promise<unknown> =>
  mailer.send({ ...mail, to }).then(
    () => null,
    (error: unknown) => error,
  )

type Received = { from: string; to: string[]; text: string }

/** A local mail server; with a code, it refuses every recipient with that code. */
async function smtpServer(
  refusal?: number,
  hangsOn?: string,
): Promise<{ mailer: Mailer; received: Received[]; hangs: Promise<void> }> {
  const received: Received[] = []
  const { promise: hangs, resolve: hang } = Promise.withResolvers<void>()
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      if (address === hangsOn) return hang()
      done(refusal === undefined ? null : Object.assign(new Error(`No ${address} here`), { responseCode: refusal }))
    },
    onData: (stream, { envelope }, done) => {
      let text = ''
      stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        received.push({ from, to: envelope.rcptTo.map(({ address }) => address), text })
        done()
      })
    },
  })
  server.on('error', () => {})
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  const mailer = openMailer({ ...settings, DATA_DIR: folder, SMTP_URL: `smtp://127.0.0.1:${port}` })
  closing.push(
    () => mailer.close(),
    () => server.close(),
  )
  return { mailer, received, hangs }
}
