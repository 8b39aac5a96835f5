import { writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { workbookOf } from '#tests/support/hostile-workbooks.ts'
import { columnOf, isDateFormat, textOfCell } from './workbook-cells.rules.ts'
import { workbookRecords } from './workbook.ts'

const recordsOf = (bytes: Uint8Array) => Array.fromAsync(workbookRecords(bytes))

test('texts, numbers, dates, and yes and no are read as a user sees them, and empty rows are left out', async () => {
  const rows = [
    ['Name', 'Phone', 'Since', 'Active'],
    ['Café "Ñandú" & <Sons>', 13_034_400_001, new Date('2026-04-15T00:00:00Z'), true],
    [null, ' ', null, null],
    ['_x0041_', null, 0.5, false],
  ]
  const bytes = await writeXlsx({
    sheets: [
      { name: 'A', rows },
      { name: 'B', rows: [['other sheet']] },
    ],
  })
  expect(await recordsOf(bytes)).toEqual([
    ['Name', 'Phone', 'Since', 'Active'],
    ['Café "Ñandú" & <Sons>', '13034400001', '2026-04-15T00:00:00.000Z', 'true'],
    ['A', '', '0.5', 'false'],
  ])
})

test('the first sheet that users see is read', async () => {
  const sheets = [
    { name: 'Codes', rows: [['1'], ['2']], veryHidden: true },
    { name: 'Lists', rows: [['x'], ['y']], hidden: true },
    { name: 'Customers', rows: [['Name'], ['Ann']] },
  ]
  expect(await recordsOf(await writeXlsx({ sheets }))).toEqual([['Name'], ['Ann']])
})

test('a sheet about the workbook is skipped, if a later one has a table', async () => {
  const about = { name: 'Read me', rows: [['How to use this file'], ['Ask Jo, 303-440-0001']] }
  const table = { name: 'Customers', rows: [['Customers of 2026'], ['Name', 'Phone'], ['Ann', '303-440-0001']] }
  expect(await recordsOf(await writeXlsx({ sheets: [about, table] }))).toEqual(table.rows)
  expect(await recordsOf(await writeXlsx({ sheets: [about, { ...about, name: 'More' }] }))).toEqual(about.rows)
})

test('a formula is read as its result, an error as empty, and merged cells as their first one', async () => {
  const rows =
    '<row><c t="str"><f>"Na"&amp;"me"</f><v>Name</v></c><c t="str"><v>Phone</v></c></row>' +
    '<row><c t="str"><v>Ann</v></c><c><f>3034400000+1</f><v>3034400001</v></c></row><row><c/><c t="e"><f>1/0</f><v>#DIV/0!</v></c><c><v>7</v></c></row>'
  const merged = '<mergeCells count="1"><mergeCell ref="A2:A3"/></mergeCells>'
  const sheet = Buffer.from(`<worksheet><sheetData>${rows}</sheetData>${merged}</worksheet>`)
  expect(await recordsOf(workbookOf({ sheet }))).toEqual([
    ['Name', 'Phone'],
    ['Ann', '3034400001'],
    ['', '', '7'],
  ])
})

test('numbers are dates if their format shows one', () => {
  expect([14, 22, 45, 0, 49].map(id => isDateFormat(id, undefined))).toEqual([true, true, true, false, false])
  const codes = ['yyyy-mm-dd', '[h]:mm', '[$-409]d/m/yy', '0.00', '"days" 0', '[Red]0', '#,##0_);(#,##0)']
  expect(codes.map(code => isDateFormat(164, code))).toEqual([true, true, true, false, false, false, false])
  const context = { texts: ['shared'], dateStyles: [false, true], isFrom1904: false }
  const date = { type: '', style: 1, text: '46127' }
  expect(textOfCell(date, context)).toBe('2026-04-15T00:00:00.000Z')
  expect(textOfCell({ ...date, text: '44665' }, { ...context, isFrom1904: true })).toBe('2026-04-15T00:00:00.000Z')
  expect(textOfCell({ ...date, text: '1e300' }, context)).toBe((1e300).toFixed(0))
  expect(textOfCell({ ...date, style: 0, text: '3.0344E9' }, context)).toBe('3034400000')
  expect(textOfCell({ type: 's', style: -1, text: '0' }, context)).toBe('shared')
  expect(textOfCell({ type: 's', style: -1, text: '7' }, context)).toBe('')
})

test('a number format that never ends is read like any other', () => {
  expect(isDateFormat(164, '['.repeat(3_000_000))).toBe(false)
})

test('many mentions of one sheet are read once', async () => {
  const sheet = Buffer.from(`<worksheet>${'<row><c><v>1</v></c></row>'.repeat(2)}</worksheet>`)
  const mentions = '<sheet r:id="s"/>'.repeat(200_000)
  const bytes = workbookOf({ sheet, workbook: Buffer.from(`<workbook>${mentions}</workbook>`) })
  expect(await recordsOf(bytes)).toEqual([['1'], ['1']])
})

test('columns are found by their letters', () => {
  expect(['A1', 'Z9', 'AB12', 'XFD1', '7'].map(columnOf)).toEqual([0, 25, 27, 16_383, -1])
})
