import { expect, test } from 'vitest'
import { editCsv, readForm, type RecordEdit } from './csv-edit.ts'

async function* whole(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Writes values into the third record, and a new column into the header and that record. */
async function edit(bytes: Uint8Array, cells: [number, string][] = [], more = 'x'): Promise<Buffer> {
  let width = 0
  const form = await readForm(whole(bytes), record => void (width = Math.max(width, record.length)))
  const edits: Record<number, RecordEdit> = {
    0: { cells: new Map(), more: ['new'] },
    2: { cells: new Map(cells), more: [more] },
  }
  return editCsv(bytes, { form, width, editOf: record => edits[record] })
}
const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16()

test.each<[string, Uint8Array, Uint8Array]>([
  [
    'commas and CRLF, with a byte order mark',
    Buffer.from('\uFEFFName,Phone,Note\r\nAnn,,"a, b"\r\nBob,,"c ""d"""\r\n'),
    Buffer.from('\uFEFFName,Phone,Note,new\r\nAnn,,"a, b"\r\nBob,1,"c ""d""",x\r\n'),
  ],
  [
    'semicolons and LF, without a last line end',
    Buffer.from('Name;Phone;Note\n\n"Ann";;1,5\n"Bob";"";'),
    Buffer.from('Name;Phone;Note;new\n\n"Ann";;1,5\n"Bob";"1";;x'),
  ],
  ['tabs and CR', Buffer.from('Name\tPhone\rAnn\t\rBob\t\r'), Buffer.from('Name\tPhone\tnew\rAnn\t\rBob\t1\tx\r')],
  [
    'a stated delimiter',
    Buffer.from('sep=|\r\nName|Phone\r\nAnn|2\r\nBob|\r\n'),
    Buffer.from('sep=|\r\nName|Phone|new\r\nAnn|2\r\nBob|1|x\r\n'),
  ],
  [
    'Windows-1252',
    Buffer.from('Name,Phone\nCaf\u00e9 \u0093Ann\u0094 Peña,2\nJosé Niño,\n', 'latin1'),
    Buffer.from('Name,Phone,new\nCaf\u00e9 \u0093Ann\u0094 Peña,2\nJosé Niño,1,x\n', 'latin1'),
  ],
  [
    'UTF-16 with big ends',
    utf16be('\uFEFFName,Phone\r\nAnñ,\r\nBob,\r\n'),
    utf16be('\uFEFFName,Phone,new\r\nAnñ,\r\nBob,1,x\r\n'),
  ],
  [
    'a short row, and one with a line end in a field',
    Buffer.from('Name,Phone,City\n"An\nn",,\nBob\n'),
    Buffer.from('Name,Phone,City,new\n"An\nn",,\nBob,1,,x\n'),
  ],
])('a file with %s keeps every byte that is not changed', async (_, before, after) => {
  expect(await edit(before, [[1, '1']])).toEqual(Buffer.from(after))
})

test('values are written in the encoding of the file, and quoted if they need it', async () => {
  const cells: [number, string][] = [[1, 'Peña, “1”\u0141']]
  const inUtf8 = await edit(Buffer.from('Name,Phone\nAnn é,\nBob,\n'), cells)
  expect(inUtf8.toString().split('\n')[2]).toBe('Bob,"Peña, “1”\u0141",x')
  const latin = await edit(Buffer.from('Name,Phone\nPeña José,\nBob,\n', 'latin1'), cells)
  expect(latin.toString('latin1').split('\n')[2]).toBe('Bob,"Peña, \u00931\u0094?",x')
  const wide = await edit(Buffer.from('Name,Phone\nPeña José,\nBob,\n', 'latin1'), [
    [1, '\uFE66A\uFF0C\u0141o\u015B\uFF02'],
  ])
  expect(wide.toString('latin1').split('\n')[2]).toBe('Bob,?A??os?,x')
})

test('a file in which nothing is changed is the same', async () => {
  const bytes = Buffer.from('A,"b ""c"" \\"",\r\n\r\n , \n"x\r\ny",1\r2,3')
  const form = await readForm(whole(bytes), () => {})
  expect(editCsv(bytes, { form, width: 3, editOf: () => undefined })).toEqual(bytes)
})
