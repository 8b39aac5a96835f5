import { crc32, createInflateRaw, deflateRawSync, inflateRawSync } from 'node:zlib'
import { ImportError } from '#place-files/tables.ts'

/** The maximum unpacked size of all that is read. A workbook of the largest allowed size rarely needs more. */
const MAX_BYTES = 120_000_000
const MAX_PARTS = 2000
const PIECE_BYTES = 65_536

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const DEFLATED = 8
const BIG = 0xffffffff

export const tooLarge = () => new ImportError('The workbook is too large. Split it, or save it as CSV.')
export const damaged = () => new ImportError('The workbook is damaged. Save it again, or save it as CSV.')

/** The parts of a zip file. Reading one yields its text in pieces. */
export type ZipParts = {
  has: (name: string) => boolean
  /** Fails if the part unpacks to more than `maxBytes`. */
  read: (name: string, maxBytes?: number) => AsyncGenerator<string>
}

/** Opens a zip file. All parts that are read count against one limit, because the sizes stated in the file may be wrong. */
export function openZip(bytes: Uint8Array): ZipParts {
  const parts = partsOf(bytes)
  let total = 0
  return {
    has: name => parts.has(name),
    read: async function* (name, maxBytes = MAX_BYTES) {
      const part = parts.get(name)
      if (part === undefined) throw damaged()
      let own = 0
      const decoder = new TextDecoder()
      for await (const piece of part.isDeflated ? unpacked(part.data) : piecesOf(part.data)) {
        total += piece.length
        own += piece.length
        if (own > maxBytes || total > MAX_BYTES) throw tooLarge()
        yield decoder.decode(piece, { stream: true })
      }
      yield decoder.decode()
    },
  }
}

export async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) yield bytes.subarray(from, from + PIECE_BYTES)
}

async function* unpacked(data: Buffer): AsyncGenerator<Uint8Array> {
  const unpacking = createInflateRaw({ chunkSize: PIECE_BYTES })
  unpacking.end(data)
  const pieces = (unpacking as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  for (;;) {
    const { value, done } = await pieces.next().catch(() => {
      throw damaged()
    })
    if (done === true) return
    yield value
  }
}

/** A part as a whole. */
export function readPart(bytes: Uint8Array, name: string): Buffer {
  const part = partsOf(bytes).get(name)
  if (part === undefined) throw damaged()
  return part.isDeflated ? inflateRawSync(part.data, { maxOutputLength: MAX_BYTES }) : part.data
}

const LOCAL_BYTES = 30
const ENTRY_BYTES = 46
const END_BYTES = 22
/** Says that the sizes follow the data. */
const SIZES_FOLLOW = 0x08

/** The zip file with another content of one part. All other parts stay as they are, packed as they were. */
export function replacePart(bytes: Uint8Array, name: string, content: Buffer): Buffer {
  const parts = partsOf(bytes)
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [of, { data: packed, entry: old }] of parts) {
    const isNew = of === name
    const data = isNew ? deflateRawSync(content) : packed
    const entry = Buffer.from(old)
    entry.writeUInt16LE(entry.readUInt16LE(8) & ~SIZES_FOLLOW, 8)
    if (isNew) {
      entry.writeUInt16LE(DEFLATED, 10)
      entry.writeUInt32LE(crc32(content), 16)
      entry.writeUInt32LE(data.length, 20)
      entry.writeUInt32LE(content.length, 24)
    }
    entry.writeUInt32LE(at, 42)
    const nameBytes = entry.subarray(ENTRY_BYTES, ENTRY_BYTES + entry.readUInt16LE(28))
    const local = Buffer.alloc(LOCAL_BYTES)
    local.writeUInt32LE(LOCAL, 0)
    // The fields from the needed version to the length of the name are the same in both headers.
    entry.copy(local, 4, 6, 30)
    files.push(local, nameBytes, data)
    directory.push(entry)
    at += LOCAL_BYTES + nameBytes.length + data.length
  }
  const size = directory.reduce((sum, entry) => sum + entry.length, 0)
  const end = Buffer.alloc(END_BYTES)
  end.writeUInt32LE(END, 0)
  end.writeUInt16LE(directory.length, 8)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...files, ...directory, end])
}

/** `entry`: what the directory says about the part. */
type Part = { data: Buffer; isDeflated: boolean; entry: Buffer }

function partsOf(bytes: Uint8Array): Map<string, Part> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = file.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  if (end === -1 || end + END_BYTES > file.length || file.readUInt32LE(end) !== END) throw damaged()
  const count = file.readUInt16LE(end + 10)
  if (count > MAX_PARTS) throw new ImportError('The workbook has too many parts. Save it as CSV.')
  let at = file.readUInt32LE(end + 16)
  let total = 0
  const parts = Array.from({ length: count }, (): [string, Part] => {
    if (at + ENTRY_BYTES > file.length || file.readUInt32LE(at) !== ENTRY) throw damaged()
    const method = file.readUInt16LE(at + 10)
    const size = file.readUInt32LE(at + 20)
    const nameLength = file.readUInt16LE(at + 28)
    const local = file.readUInt32LE(at + 42)
    const name = file.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength)
    const entryBegin = at
    at += ENTRY_BYTES + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
    if (size === BIG || local + LOCAL_BYTES > file.length || file.readUInt32LE(local) !== LOCAL) throw damaged()
    const begin = local + LOCAL_BYTES + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28)
    // Parts that share their bytes would be copied for each of them.
    total += size
    if (begin + size > file.length || total > file.length || (method !== DEFLATED && method !== 0)) throw damaged()
    const entry = file.subarray(entryBegin, at)
    return [name, { data: file.subarray(begin, begin + size), isDeflated: method === DEFLATED, entry }]
  })
  return new Map(parts)
}
