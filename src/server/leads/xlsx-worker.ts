import { parentPort, workerData } from 'node:worker_threads'
import { writeXlsxStream } from 'hucre/xlsx'
import { cellText } from './xlsx-cells.rules.ts'

export type XlsxOptions = { columns: readonly string[] }
/** Messages are sent one at a time. The answer to "rows" is a page of rows, and the answer to "bytes" is "more". */
export type XlsxMessage = { kind: 'rows' } | { kind: 'bytes'; bytes: Uint8Array } | { kind: 'end' }
/** A page of rows, each as JSON. Null after the last page. */
export type XlsxAnswer = { kind: 'page'; rows: readonly string[] | null } | { kind: 'more' }

const port = parentPort
const send = (message: XlsxMessage) => port?.postMessage(message)

let page = Promise.withResolvers<readonly string[] | null>()
let more = Promise.withResolvers<void>()
port?.on('message', (answer: XlsxAnswer) => {
  if (answer.kind === 'page') page.resolve(answer.rows)
  else more.resolve()
})

async function nextPage(): Promise<readonly string[] | null> {
  send({ kind: 'rows' })
  const rows = await page.promise
  page = Promise.withResolvers()
  return rows
}

async function* rowsOf(columns: readonly string[]): AsyncGenerator<(string | number | null)[]> {
  yield columns.map(cellText)
  for (let rows = await nextPage(); rows !== null; rows = await nextPage())
    for (const row of rows)
      yield (JSON.parse(row) as (string | number | null)[]).map(cell =>
        typeof cell === 'string' ? cellText(cell) : cell,
      )
}

const { columns } = workerData as XlsxOptions
const options = { name: 'Leads', columns: columns.map(() => ({ width: 20 })), freezePane: { rows: 1 } }
for await (const bytes of writeXlsxStream(rowsOf(columns), options)) {
  send({ kind: 'bytes', bytes })
  await more.promise
  more = Promise.withResolvers()
}
send({ kind: 'end' })
port?.close()
