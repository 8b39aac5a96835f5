import { setTimeout as pause } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import pino from 'pino'
import { migrate } from '#server/platform/database/migrate.ts'
import { openJobQueue } from '#server/platform/jobs/job-queue.ts'
import { startServerProcess } from '#tests/support/server-process.ts'
import { ratio } from './support/measure.ts'
import type { BenchmarkOptions } from './support/options.ts'
import { addRichUser } from './support/rich-user.ts'
import { type SmtpSink, startSmtpSink } from './support/smtp-sink.ts'
import { openTarget, type Target } from './support/targets.ts'

const PER_SECOND = 50
const SECONDS = 20
const MAILS = PER_SECOND * SECONDS
const BACKLOG = 1000
const HOSTILE_CHANGES = 1000
/** The time in which a remote mail server accepts a mail. */
const ACCEPT_MS = 50
const ARRIVED_WITHIN_MS = 60_000

const receiver = (n: number): string => `waiting${n}@example.com`

/**
 * Fifty people per second forget their password, while 1,000 other mails and 1,000 other jobs are already queued and
 * one account changes its email 1,000 times. Measures the time from the request until the mail server has accepted the
 * mail. The reference sends the same number of mails directly to the mail server.
 */
export async function run({ databases }: BenchmarkOptions): Promise<void> {
  for (const database of databases) {
    const target = await openTarget(database)
    const sink = await startSmtpSink(ACCEPT_MS)
    try {
      const reference = await atPace(sink, sendDirectly(sink))
      const hostile = await fill(target)
      await target.release()
      const settings = { ...target.settings, SMTP_URL: sink.url, TRUST_PROXY: 'on', PAYMENTS_SANDBOX: 'off' }
      const server = await startServerProcess(settings)
      const changes = changeEmails(server.address, hostile)
      const resets = await atPace(sink, requestReset(server.address))
      const bulk = [...sink.acceptedAt.keys()].filter(address => address.startsWith('bulk')).length
      print(target.name, { reference, resets, bulk, changed: await changes })
      await server.stop()
    } finally {
      await sink.close()
      await target.close()
    }
  }
}

/** Creates accounts that will forget their password and the backlog, and returns the cookie of the hostile account. */
async function fill({ db }: Target): Promise<string> {
  await migrate(db)
  await db.query(
    `INSERT INTO user_account (username, username_key, email, password_hash, quota_anchor, created_at)
     SELECT 'waiting' || n, 'waiting' || n, 'waiting' || n || '@example.com', '', now(), now()
     FROM generate_series(0, $1::int - 1) n`,
    [MAILS],
  )
  const jobs = await openJobQueue(db, pino({ level: 'silent' }))
  for (let n = 0; n < BACKLOG; n++) {
    const payload = { to: `bulk${n}@example.com`, template: 'account-deleted', values: {} }
    await jobs.add(db, { name: 'mail', queue: 'mail' }, payload)
    await jobs.add(db, { name: 'closed-account', queue: 'jobs' }, { userId: 1_000_000 + n })
  }
  await jobs.close()
  const { cookie } = await addRichUser(db, 'free')
  return cookie
}

/** Milliseconds from each request to its mail's acceptance, in order; Infinity if it has not arrived. */
async function atPace({ acceptedAt }: SmtpSink, request: (n: number) => Promise<unknown>): Promise<number[]> {
  acceptedAt.clear()
  const start = performance.now()
  const asked: number[] = []
  const underWay: Promise<unknown>[] = []
  for (let n = 0; n < MAILS; n++) {
    await pause(Math.max(0, start + (n * 1000) / PER_SECOND - performance.now()))
    asked.push(performance.now())
    underWay.push(request(n))
  }
  await Promise.all(underWay)
  const hasAll = () => asked.every((_, n) => acceptedAt.has(receiver(n)))
  const deadline = performance.now() + ARRIVED_WITHIN_MS
  while (!hasAll() && performance.now() < deadline) await pause(50)
  return asked.map((at, n) => (acceptedAt.get(receiver(n)) ?? Infinity) - at).toSorted((a, b) => a - b)
}

function sendDirectly({ url }: SmtpSink): (n: number) => Promise<unknown> {
  const transport = createTransport({ url, pool: true, maxConnections: 16 })
  return n =>
    transport.sendMail({
      from: 'no-reply@leadline.example',
      to: receiver(n),
      subject: 'Set a new password',
      text: 'Text as long as a real mail. '.repeat(20),
      html: '<p>Text as long as a real mail.</p>'.repeat(30),
    })
}

const requestReset = (address: string) => async (n: number) => {
  const { status } = await fetch(`${address}/api/forgot-password`, {
    method: 'POST',
    // A different network each time, because each one has a limit.
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.1.${n >> 8}.${n & 255}` },
    body: JSON.stringify({ email: receiver(n) }),
  })
  if (status !== 202) throw new Error(`A reset was answered with ${status}`)
}

/** Sends the next change as soon as the last one is answered. Returns how many were accepted. */
async function changeEmails(address: string, cookie: string): Promise<number> {
  let accepted = 0
  for (let n = 0; n < HOSTILE_CHANGES; n++) {
    const { status } = await fetch(`${address}/api/profile`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '10.2.0.1', cookie },
      body: JSON.stringify({ email: `victim${n}@example.org` }),
    })
    if (status === 200) accepted++
  }
  return accepted
}

type Result = { reference: number[]; resets: number[]; bulk: number; changed: number }

const at = (times: number[], share: number): number =>
  times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
const seconds = (ms: number): string => `${(ms / 1000).toFixed(3)} s`

function print(title: string, { reference, resets, bulk, changed }: Result): void {
  console.log(`\n${title}: ${MAILS} mails at ${PER_SECOND} a second, from the request to the mail server's acceptance`)
  for (const [name, share] of [
    ['p50', 0.5],
    ['p95', 0.95],
    ['max', 1],
  ] as const) {
    const [own, direct] = [at(resets, share), at(reference, share)]
    console.log(`  ${name}  ${seconds(own)}  directly to the server ${seconds(direct)}  (${ratio(own, direct)})`)
  }
  console.log(
    `  meanwhile ${bulk} of ${BACKLOG} other mails, and ${changed} of ${HOSTILE_CHANGES} hostile changes accepted`,
  )
}
