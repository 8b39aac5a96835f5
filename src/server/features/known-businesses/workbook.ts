import { createInflateRaw } from 'node:zlib'
import { streamXlsxRows } from 'hucre/xlsx'
import { knownFileColumns, knownFileRows } from '#contract/leads/known-businesses.ts'
import { ImportError } from '#server/catalog/place/import-error.ts'

/** The maximum unpacked size of a workbook. A file of the largest allowed size rarely needs more. */
const MAX_BYTES = 120_000_000
const MAX_PARTS = 2000
/**
 * The limit includes empty cells. A cell in Excel's last column makes a row of 16,384 cells, so a tiny file could take
 * minutes to read.
 */
const MAX_CELLS = (knownFileRows + 1) * knownFileColumns

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const DEFLATED = 8
const BIG = 0xffffffff
const OLD_FORMAT = Buffer.from('d0cf11e0', 'hex')

const damaged = () => new ImportError('The workbook is damaged. Save it again, or save it as CSV.')

/**
 * The records of a workbook's first sheet. The parts are unpacked once beforehand to make sure that the file is not a
 * zip bomb.
 */
export async function* workbookRecords(bytes: Uint8Array): AsyncGenerator<string[]> {
  await assertSmall(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  let cells = 0
  try {
    for await (const { values } of streamXlsxRows(bytes)) {
      cells += values.length
      if (cells > MAX_CELLS)
        throw new ImportError('The rows of the workbook are too long. Delete the columns that you do not need.')
      const record = values.map(textOf)
      if (record.some(cell => cell.trim() !== '')) yield record
    }
  } catch (error) {
    throw error instanceof ImportError ? error : damaged()
  }
}

/** Whether a file is a workbook with a password, which Excel stores in the old file format. */
export const hasPassword = (file: Buffer): boolean =>
  OLD_FORMAT.equals(file.subarray(0, 4)) && file.includes('EncryptedPackage', 0, 'utf16le')

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'number') return Number.isInteger(value) ? value.toFixed(0) : String(value)
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : ''
}

/** Unpacks and measures each part, because the sizes stated in the file may be wrong. */
async function assertSmall(file: Buffer): Promise<void> {
  let total = 0
  for (const part of partsOf(file)) {
    total += await unpackedSize(part, MAX_BYTES - total)
    if (total > MAX_BYTES) throw new ImportError('The workbook is too large. Split it, or save it as CSV.')
  }
}

type Part = { data: Buffer; isDeflated: boolean }

function partsOf(file: Buffer): Part[] {
  const end = file.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  if (end === -1 || end + 22 > file.length || file.readUInt32LE(end) !== END) throw damaged()
  const count = file.readUInt16LE(end + 10)
  if (count > MAX_PARTS) throw new ImportError('The workbook has too many parts. Save it as CSV.')
  let at = file.readUInt32LE(end + 16)
  return Array.from({ length: count }, () => {
    if (at + 46 > file.length || file.readUInt32LE(at) !== ENTRY) throw damaged()
    const method = file.readUInt16LE(at + 10)
    const size = file.readUInt32LE(at + 20)
    const local = file.readUInt32LE(at + 42)
    at += 46 + file.readUInt16LE(at + 28) + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
    if (size === BIG || local + 30 > file.length || file.readUInt32LE(local) !== LOCAL) throw damaged()
    const begin = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28)
    if (begin + size > file.length || (method !== DEFLATED && method !== 0)) throw damaged()
    return { data: file.subarray(begin, begin + size), isDeflated: method === DEFLATED }
  })
}

/** The unpacked size of a part. Unpacking stops soon after the limit. */
async function unpackedSize({ data, isDeflated }: Part, limit: number): Promise<number> {
  if (!isDeflated) return data.length
  let size = 0
  const unpacking = createInflateRaw()
  unpacking.end(data)
  try {
    for await (const piece of unpacking) {
      size += (piece as Buffer).length
      if (size > limit) break
    }
  } catch {
    throw damaged()
  }
  return size
}
