import { randomBytes } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import type { RecordEdit } from '#place-files/tables.ts'
import { zipOf } from '#tests/support/hostile-workbooks.ts'
import { editWorkbook } from './workbook-edit.ts'
import { openSheet } from './workbook.ts'
import { openZip, readPart, replacePart } from './zip-parts.ts'

const rows = [
  ['Name', 'Phone', 'ZIP', 'Since'],
  ['Ann', null, '02134', 45_000],
  ['Bob & Co', 3_034_400_001, '80302', 45_001],
  ['Cat', null, null, 45_002],
]
const workbook = async () => Buffer.from(await writeXlsx({ sheets: [{ name: 'CRM', columns: [{ width: 33 }], rows }] }))
const sheetOf = async (bytes: Uint8Array) => (await openSheet(bytes)).sheet
const recordsOf = async (bytes: Uint8Array) =>
  (await Array.fromAsync((await openSheet(bytes)).rows)).map(({ record }) => record)
const edit = (cells: [number, string][], ...more: string[]): RecordEdit => ({ cells: new Map(cells), more })

test('changed cells are written, and all others stay as they are', async () => {
  const bytes = await workbook()
  const sheet = await sheetOf(bytes)
  const edits = new Map([
    [0, edit([], 'leadline_status')],
    [1, edit([[1, '(303) 440-0009']], 'Filled')],
    [2, edit([], 'Found')],
    [3, edit([[2, '<80302> & _x0041_']], 'Filled')],
  ])
  const edited = editWorkbook(bytes, { sheet, width: 4, edits })
  expect(await recordsOf(edited)).toEqual([
    ['Name', 'Phone', 'ZIP', 'Since', 'leadline_status'],
    ['Ann', '(303) 440-0009', '02134', '45000', 'Filled'],
    ['Bob & Co', '3034400001', '80302', '45001', 'Found'],
    ['Cat', '', '<80302> & _x0041_', '45002', 'Filled'],
  ])
  const { sheets } = await readXlsx(edited)
  expect(sheets[0]?.rows[2]?.slice(0, 5)).toEqual(['Bob & Co', 3_034_400_001, '80302', 45_001, 'Found'])
  const [before, after] = [bytes, edited].map(file => readPart(file, sheet).toString())
  expect(after?.match(/<cols>.*<\/cols>/)?.[0]).toBe(before?.match(/<cols>.*<\/cols>/)?.[0])
  for (const name of ['xl/workbook.xml', 'xl/styles.xml', '[Content_Types].xml'])
    expect(readPart(edited, name)).toEqual(readPart(bytes, name))
})

const withSheet = async (xml: string): Promise<Buffer> => {
  const bytes = await workbook()
  return replacePart(bytes, await sheetOf(bytes), Buffer.from(xml))
}
const sheetXml = (data: string, prefix = '') =>
  `<?xml version="1.0"?><${prefix}worksheet xmlns${prefix === '' ? '' : ':x'}="http://schemas.openxmlformats.org/spreadsheetml/2006/main">` +
  `<${prefix}sheetData>${data}</${prefix}sheetData><${prefix}rowBreaks count="0"/></${prefix}worksheet>`

const text = (value: string) => `<is><t xml:space="preserve">${value}</t></is>`

test('formulas, styles, and cells without references are kept', async () => {
  const bytes = await withSheet(
    sheetXml(
      '<row r="3" spans="1:2"><c r="A3" s="7"><v>1</v></c><c r="C3" s="2"><f>A3+1</f><v>2</v></c></row><row><c><v>5</v></c></row><row r="9"/>',
    ),
  )
  const sheet = await sheetOf(bytes)
  const cells: [number, string][] = [
    [0, 'x'],
    [1, 'y'],
    [2, 'z'],
  ]
  const edits = new Map([0, 1, 2].map((at): [number, RecordEdit] => [at, edit(cells, 'new')]))
  expect(readPart(editWorkbook(bytes, { sheet, width: 3, edits }), sheet).toString()).toBe(
    sheetXml(
      `<row r="3"><c r="A3" s="7" t="inlineStr">${text('x')}</c><c r="B3" t="inlineStr">${text('y')}</c>` +
        `<c r="C3" s="2"><f>A3+1</f><v>2</v></c><c r="D3" t="inlineStr">${text('new')}</c></row>` +
        `<row><c t="inlineStr">${text('x')}</c><c r="B4" t="inlineStr">${text('y')}</c>` +
        `<c r="C4" t="inlineStr">${text('z')}</c><c r="D4" t="inlineStr">${text('new')}</c></row>` +
        `<row r="9"><c r="A9" t="inlineStr">${text('x')}</c><c r="B9" t="inlineStr">${text('y')}</c>` +
        `<c r="C9" t="inlineStr">${text('z')}</c><c r="D9" t="inlineStr">${text('new')}</c></row>`,
    ),
  )
})

test('a sheet whose elements have a prefix is edited, too', async () => {
  const bytes = await withSheet(sheetXml('<x:row r="1"><x:c r="A1"><x:v>1</x:v></x:c></x:row>', 'x:'))
  const sheet = await sheetOf(bytes)
  const edited = editWorkbook(bytes, { sheet, width: 1, edits: new Map([[0, edit([], 'new')]]) })
  expect(readPart(edited, sheet).toString()).toContain('<x:c r="B1" t="inlineStr"><x:is><x:t xml:space="preserve">new')
})

test('the parts of a zip file are packed as before, and its other programs can read it', async () => {
  const bytes = await workbook()
  const name = await sheetOf(bytes)
  const replaced = replacePart(bytes, name, Buffer.from('new'))
  expect(openZip(replaced).has('xl/workbook.xml')).toBe(true)
  const packed = replaced.indexOf('xl/workbook.xml') + 'xl/workbook.xml'.length
  expect(inflateRawSync(replaced.subarray(packed)).toString()).toBe(readPart(bytes, 'xl/workbook.xml').toString())
  expect(readPart(replaced, name).toString()).toBe('new')
})

test('a row with cells that never end is refused, and does not hang', async () => {
  const bytes = await withSheet(sheetXml(`<row><c><v>5</v></c><!--${'<c '.repeat(3_000_000)}--></row>`))
  const sheet = 'xl/worksheets/sheet1.xml'
  const write = () => editWorkbook(bytes, { sheet, width: 1, edits: new Map([[0, edit([], 'Found')]]) })
  expect(write).toThrow('The workbook is damaged')
})

test('parts that share their bytes are refused, because each would be copied', () => {
  const file = zipOf({ large: randomBytes(5000), small: Buffer.of(0) })
  const [large = 0, small = 0] = ['large', 'small'].map(name => file.lastIndexOf(name) - 46)
  file.copy(file, small + 20, large + 20, large + 24)
  file.writeUInt32LE(0, small + 42)
  expect(() => replacePart(file, 'small', Buffer.of(1))).toThrow('The workbook is damaged')
})
