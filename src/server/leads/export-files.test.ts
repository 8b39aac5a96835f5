import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { vCardOf } from './vcard.rules.ts'
import { xlsxFile } from './xlsx-thread.ts'

type Cells = (string | number | null)[]

async function* pagesOf(...pages: Cells[][]): AsyncGenerator<string[]> {
  for (const page of pages) yield await Promise.resolve(page.map(cells => JSON.stringify(cells)))
}
const fileOf = async (...pages: Cells[][]): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync(xlsxFile(['name', 'value'], pagesOf(...pages))))
const rowsOf = async (file: Buffer) => (await readXlsx(file)).sheets[0]?.rows.slice(1)

/** Every character, in texts of some hundred. A carriage return is read as a line feed. */
function everyCharacter(): string[] {
  const texts: string[] = []
  for (let from = 1; from < 0x11_00_00; from += 512) {
    const points = Array.from({ length: 512 }, (_, index) => from + index)
    const allowed = points.filter(point => point < 0x11_00_00 && (point < 0xd8_00 || point > 0xdf_ff))
    if (allowed.length > 0) texts.push(String.fromCodePoint(...allowed).replace('\r', ''))
  }
  return texts
}
const readable = (text: string) => text.replaceAll(/[\uFFFE\uFFFF]/g, '')
const asText = (text: string) => `"${readable(text).replaceAll('"', '""')}"`

test('an XLSX file has every character of Unicode as it was', async () => {
  const texts = [...everyCharacter(), '_x0041_', '_x005F_', '_x000D_', 'lone \uD800 surrogate', ' spaces  around ']
  const rows = await rowsOf(await fileOf(texts.map((text, index) => [text, index])))
  expect(rows?.map(([text]) => text)).toEqual(texts.map(text => readable(text).toWellFormed()))
})

test('in an XLSX file, a formula is text, a ZIP code keeps its zeros, and numbers are numbers', async () => {
  const rows = await rowsOf(await fileOf([['=HYPERLINK("http://x.example")', 4.5]], [], [['02134', null]]))
  expect(rows).toEqual([
    ['=HYPERLINK("http://x.example")', 4.5],
    ['02134', null],
  ])
})

test('an XLSX file that is not read to its end leaves no thread behind, and its rows are not read on', async () => {
  let read = 0
  async function* endless(): AsyncGenerator<string[]> {
    for (;;) {
      read += 1
      yield await Promise.resolve(
        Array.from({ length: 1000 }, (_, n) => JSON.stringify([`row ${n} of page ${read}`, n])),
      )
    }
  }
  for await (const bytes of xlsxFile(['name', 'value'], endless())) if (bytes.length > 0 && read > 2) break
  const before = read
  await new Promise(resolve => setTimeout(resolve, 50))
  expect(read).toBe(before)
})

async function* failing(): AsyncGenerator<string[]> {
  yield await Promise.resolve(['["a",1]'])
  throw new Error('The database is gone')
}

async function* wrong(): AsyncGenerator<string[]> {
  yield await Promise.resolve(['not JSON'])
}

test('an error in the rows of an XLSX file reaches its reader', async () => {
  await expect(Array.fromAsync(xlsxFile(['name', 'value'], failing()))).rejects.toThrow('The database is gone')
  await expect(Array.fromAsync(xlsxFile(['name', 'value'], wrong()))).rejects.toThrow('JSON')
})

test('LibreOffice opens an XLSX file and finds the same cells', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'leadline-xlsx-'))
  const texts = ['=1+1', '02134', '_x0041_', 'Zoë’s "Café", \u{1F355}', '\uFFFE<&>', '+13035550100']
  await writeFile(path.join(folder, 'leads.xlsx'), await fileOf(texts.map((text, index) => [text, index])))
  await promisify(execFile)('soffice', [
    `-env:UserInstallation=file://${folder}/profile`,
    '--headless',
    '--convert-to',
    'csv:Text - txt - csv (StarCalc):44,34,76,1',
    '--outdir',
    folder,
    path.join(folder, 'leads.xlsx'),
  ])
  const lines = (await readFile(path.join(folder, 'leads.csv'), 'utf8')).trimEnd().split('\n')
  expect(lines).toEqual(['"name","value"', ...texts.map((text, index) => `${asText(text)},${index}`)])
  await rm(folder, { recursive: true })
})

test('a vCard escapes its texts, folds long lines at 75 octets, and leaves out what is not known', () => {
  const card = vCardOf([
    ['name', 'Joe; Son, Ltd\\\nEND:VCARD\u0000'],
    ['phone', '(303) 555-0100'],
    ['email', null],
    ['website', 'https://joe.example/\r\nTEL:1'],
    ['street', '1 Main St'],
    ['city', 'Boulder'],
    ['state', 'CO'],
    ['postal_code', null],
    ['latitude', 40.01],
    ['longitude', -105.2],
    ['category', 'Plumbing'],
    ['attribution', ['Ünïcödé '.repeat(12).trim()]],
    ['source_license', 'CDLA-Permissive-2.0'],
    ['lead_id', 7],
  ])
  const lines = card.split('\r\n')
  expect(lines.every(line => Buffer.byteLength(line) <= 75)).toBe(true)
  expect(card.replaceAll('\r\n ', '').split('\r\n')).toEqual([
    'BEGIN:VCARD',
    'VERSION:3.0',
    String.raw`FN:Joe\; Son\, Ltd\\\nEND:VCARD`,
    String.raw`N:Joe\; Son\, Ltd\\\nEND:VCARD;;;;`,
    String.raw`ORG:Joe\; Son\, Ltd\\\nEND:VCARD`,
    'TEL;TYPE=WORK,VOICE:+13035550100',
    'URL:https://joe.example/TEL:1',
    'ADR;TYPE=WORK:;;1 Main St;Boulder;CO;;United States',
    'GEO:40.01;-105.2',
    'CATEGORIES:Plumbing',
    `NOTE:${'Ünïcödé '.repeat(12).trim()} (CDLA-Permissive-2.0)`,
    'UID:lead-7',
    'END:VCARD',
    '',
  ])
})
