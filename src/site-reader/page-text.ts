/** The limit is high because website builders put a megabyte of styles and scripts before the text. */
export const MAX_PAGE_BYTES = 2_000_000
const HEAD_BYTES = 2048
const inHead = /<meta[^>]{0,200}charset\s{0,3}=\s{0,3}["']?([\w-]{2,40})/i
const inHeader = /charset\s{0,3}=\s{0,3}["']?([\w-]{2,40})/i

/** Decodes a page. The character set is from the byte order mark, or else the header, or else the page's meta tag. */
export function pageText(bytes: Uint8Array, contentType: string | null): string {
  const read = bytes.subarray(0, MAX_PAGE_BYTES)
  const head = Buffer.from(read.subarray(0, HEAD_BYTES)).toString('latin1')
  const named = markOf(read) ?? inHeader.exec(contentType ?? '')?.[1] ?? inHead.exec(head)?.[1] ?? 'utf-8'
  return decoderOf(named).decode(read)
}

function markOf([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return first === 0xff && second === 0xfe ? 'utf-16le' : null
}

function decoderOf(name: string): TextDecoder {
  try {
    return new TextDecoder(name)
  } catch {
    return new TextDecoder()
  }
}

/** Joins lines that are separate only in the source. Breaks next to an element stay: styles often show them. */
export function unwrapped(text: string): string {
  if (!text.includes('\n', 1)) return text
  const said = text.trim()
  if (!said.includes('\n')) return text
  const start = text.indexOf(said)
  const lines = said.split('\n').flatMap(line => line.trim() || [])
  return text.slice(0, start) + lines.join(' ') + text.slice(start + said.length)
}

/** Decodes URL escapes. Returns the text unchanged if the escapes are broken. */
export const unescaped = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export const MAX_SHOWN = 160
/** A quote from a page, on one line. */
export const short = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_SHOWN)

const FEW = 8

/** Text that grows piece by piece. Unlike with one string, reading its end does not copy the whole text. */
export class TextPieces {
  length = 0
  #pieces: string[] = []

  /** The current position, to read from later. */
  get mark(): number {
    return this.#pieces.length
  }

  add(piece: string): void {
    this.length += piece.length
    this.#pieces.push(piece)
  }

  since(mark: number, until = this.#pieces.length): string {
    if (until - mark > FEW) return this.#pieces.slice(mark, until).join('')
    let text = ''
    for (let at = mark; at < until; at++) text += this.#pieces[at] ?? ''
    return text
  }

  last(length: number): string {
    let from = this.#pieces.length
    for (let size = 0; from > 0 && size < length; from--) size += this.#pieces[from - 1]?.length ?? 0
    return this.since(from).slice(-length)
  }
}
