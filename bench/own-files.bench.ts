import { setTimeout as pause } from 'node:timers/promises'
import { writeXlsx } from 'hucre/xlsx'
import { knownFileBytes } from '#contract/leads/known-businesses.ts'
import { knownFileRows } from '#contract/leads/known-fields.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { askGet } from './support/ask-get.ts'
import { askSend } from './support/ask-send.ts'
import { type Measured, measure, milliseconds, ratio, summed, timed } from './support/measure.ts'
import type { BenchmarkOptions } from './support/options.ts'
import { randomOf } from './support/random.ts'
import { addRichUser } from './support/rich-user.ts'
import { onEachDatabase, type Target } from './support/targets.ts'

const MIB = 2 ** 20
const REST_MS = 3000
const CALLS = 60
/** An account can sign in 60 times in a quarter of an hour. */
const SIGN_INS = 6
const person = { username: 'signing', password: 'correct horse battery' }
const fields = 'name,phone,website,email,street,city,state,zip,'

/** Where a file can be imported, and how its bytes are sent there. */
const targets = {
  'known businesses': `/api/known-files?name=crm&fields=${encodeURIComponent(fields)}`,
  'own do-not-contact list': '/api/do-not-contact/import',
}

/**
 * The largest XLSX file that an account can import (50,000 rows, 10 MB) as known businesses and into the own
 * do-not-contact list: the most memory of the server, compared with the same rows as CSV, and how long sign-in and a
 * light call take meanwhile.
 */
export async function run({ databases }: BenchmarkOptions): Promise<void> {
  const rows = rowsOf(randomOf(7))
  const files = {
    csv: Buffer.from(rows.map(row => row.slice(0, 8).join(',')).join('\n')),
    xlsx: Buffer.from(await writeXlsx({ sheets: [{ name: 'Leads', rows }] })),
  }
  console.log(`${knownFileRows} rows: CSV ${inMib(files.csv.length)} MiB, XLSX ${inMib(files.xlsx.length)} MiB`)
  if (files.xlsx.length > knownFileBytes) throw new Error('The workbook is too large to be imported')
  await onEachDatabase(databases, async target => {
    const { cookie } = await addRichUser(target.bulk, 'elite')
    await target.release()
    console.log(`\n${target.name}`)
    for (const [name, path] of Object.entries(targets))
      for (const [format, bytes] of Object.entries(files))
        if (bytes.length <= knownFileBytes)
          await measureImport(target, { name: `${name}, ${format}`, path, bytes, cookie })
  })
}

/** Rows with long notes, so that the workbook has nearly the largest allowed size. */
function rowsOf(random: () => number): string[][] {
  const letters = (count: number): string =>
    Array.from({ length: count }, () => 'abcdefghijklmnopqrstuvwxyz'.charAt(random() * 26)).join('')
  const header = ['Name', 'Phone', 'Website', 'Email', 'Address', 'City', 'State', 'ZIP', 'Notes']
  const body = Array.from({ length: knownFileRows }, (_, n) => {
    const domain = `${letters(8)}${n}.com`
    const phone = `(${303 + (n % 600)}) ${200 + (n % 700)}-${String(n % 10_000).padStart(4, '0')}`
    return [
      `${letters(7)} Plumbing ${n}`,
      phone,
      `https://www.${domain}`,
      `office@${domain}`,
      `${n} Pearl St`,
      'Boulder',
      'CO',
      '80302',
      letters(130),
    ]
  })
  return [header, ...body]
}

type Import = { name: string; path: string; bytes: Buffer; cookie: string }

async function measureImport({ settings }: Target, { name, path, bytes, cookie }: Import): Promise<void> {
  const server = await startServerProcess(settings)
  await register(server)
  await pause(REST_MS)
  const idle = server.peakMemoryBytes()
  const light = {
    name: 'a light call',
    ask: askGet(server.address, cookie),
    questions: Array<string>(CALLS).fill('/api/user'),
  }
  const signIn = askSend(server.address, '', '/api/login')
  const alone = {
    light: await measure({ ...light, cpu: server.cpuMs, warmUp: 20 }),
    signIn: await measure({
      questions: Array.from({ length: SIGN_INS }, () => person),
      ask: signIn,
      cpu: server.cpuMs,
      warmUp: 1,
    }),
  }
  const start = performance.now()
  const cpuBefore = server.cpuMs()
  const over = new AbortController()
  const sending = send(server, { path, bytes, cookie }).finally(() => {
    over.abort()
  })
  const times = { light: [] as number[], signIn: [] as number[] }
  while (!over.signal.aborted) {
    times.light.push(...(await timed({ questions: ['/api/user'], ask: light.ask, cpu: server.cpuMs })).times)
    if (times.light.length % 5 === 0 && times.signIn.length < SIGN_INS)
      times.signIn.push(...(await timed({ questions: [person], ask: signIn, cpu: server.cpuMs })).times)
  }
  const answer = await sending
  const seconds = (performance.now() - start) / 1000
  console.log(
    `  ${name}: ${seconds.toFixed(1)} s, CPU ${((server.cpuMs() - cpuBefore) / 1000).toFixed(1)} s; memory at most ${inMib(server.peakMemoryBytes())} MiB (${inMib(idle)} before); ${answer}`,
  )
  for (const kind of ['light', 'signIn'] as const)
    console.log(
      `    ${kind === 'light' ? 'a light call' : 'sign-in     '} ${compared(alone[kind], summed(times[kind], 0))}`,
    )
  await server.stop()
}

const compared = (alone: Measured, during: Measured): string =>
  `alone p50 ${milliseconds(alone.p50)} p99 ${milliseconds(alone.p99)}, meanwhile p50 ${milliseconds(during.p50)} p99 ${milliseconds(during.p99)} ms (p99 ${ratio(during.p99, alone.p99)})`

async function register({ address }: ServerProcess): Promise<void> {
  const body = JSON.stringify({ ...person, email: 'signing@example.com' })
  await fetch(`${address}/api/register`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
}

async function send({ address }: ServerProcess, { path, bytes, cookie }: Omit<Import, 'name'>): Promise<string> {
  const headers = { cookie, 'content-type': 'application/octet-stream' }
  const response = await fetch(address + path, { method: 'POST', headers, body: new Uint8Array(bytes) })
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return text.slice(0, 120)
}

const inMib = (bytes: number): string => (bytes / MIB).toFixed(bytes > 100 * MIB ? 0 : 1)
