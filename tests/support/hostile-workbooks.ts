import { deflateRawSync } from 'node:zlib'

/** A workbook with parts of zeros, whatever size it states. */
export const bombOf = ({ sheet, texts = 0 }: { sheet: number; texts?: number }, statedSize = 70_000_000): Buffer =>
  workbookOf({ sheet: Buffer.alloc(sheet), texts: Buffer.alloc(texts) }, statedSize)

const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="x/${type}" Target="${target}"/>`

/** A small workbook with texts that take this much when they are unpacked. */
export function listOfTexts(bytes: number): Buffer {
  const text = '<si><t>x</t></si>'
  const texts = Buffer.from(`<sst>${text.repeat(bytes / text.length)}</sst>`)
  return workbookOf({ sheet: Buffer.from('<worksheet/>'), texts })
}

type Parts = { sheet: Buffer; texts?: Buffer; styles?: Buffer; workbook?: Buffer }
const oneSheet = Buffer.from('<workbook><sheets><sheet name="A" r:id="s"/></sheets></workbook>')

export function workbookOf({ sheet, texts, styles, workbook = oneSheet }: Parts, statedSize?: number): Buffer {
  const relations = [
    relation('s', 'worksheet', 'sheet.xml'),
    relation('t', 'sharedStrings', 'texts.xml'),
    relation('f', 'styles', 'styles.xml'),
  ]
  const parts = {
    '_rels/.rels': Buffer.from(`<r>${relation('w', 'officeDocument', 'xl/workbook.xml')}</r>`),
    'xl/workbook.xml': workbook,
    'xl/_rels/workbook.xml.rels': Buffer.from(`<r>${relations.join('')}</r>`),
    'xl/sheet.xml': sheet,
  }
  const all = { ...parts, ...(texts && { 'xl/texts.xml': texts }), ...(styles && { 'xl/styles.xml': styles }) }
  return zipOf(all, statedSize)
}

export function zipOf(parts: Record<string, Buffer>, statedSize = 1000): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [path, content] of Object.entries(parts)) {
    const data = deflateRawSync(content)
    const name = Buffer.from(path)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50)
    local.writeUInt16LE(8, 8)
    local.writeUInt32LE(data.length, 18)
    local.writeUInt32LE(statedSize, 22)
    local.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(data.length, 20)
    entry.writeUInt32LE(statedSize, 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(offset, 42)
    bodies.push(local, name, data)
    directory.push(entry, name)
    offset += local.length + name.length + data.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(directory.length / 2, 8)
  end.writeUInt16LE(directory.length / 2, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...bodies, central, end])
}
