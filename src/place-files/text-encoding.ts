import { ImportError } from './import-error.ts'

export type Decoder = { decode: (bytes?: Uint8Array, options?: { stream: boolean }) => string }

// The upper half of code page 850. For the letters of names, code page 437 is the same.
const dos =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0'
const dosDecoder: Decoder = {
  decode: (bytes = new Uint8Array()) =>
    Buffer.from(bytes)
      .toString('latin1')
      .replaceAll(/[\x80-\xFF]/g, sign => dos[sign.charCodeAt(0) - 0x80] ?? ''),
}
const dosNames = new Set(['cp437', 'cp850', 'ibm437', 'ibm850'])

export function decoderNamed(encoding: string): Decoder {
  if (dosNames.has(encoding.toLowerCase())) return dosDecoder
  try {
    return new TextDecoder(encoding)
  } catch {
    throw new ImportError(
      `Unknown encoding "${encoding}". Use a common name such as utf-8, windows-1252, macintosh, or cp437`,
    )
  }
}

/** UTF-16 or UTF-8; null for an encoding with one byte for each character. */
export function unicodeIn(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  // Without a mark, every second byte of its first words is 0.
  if (bytes[1] === 0 && bytes[3] === 0 && bytes[0] !== 0) return 'utf-16le'
  if (bytes[0] === 0 && bytes[2] === 0 && bytes[1] !== 0) return 'utf-16be'
  return isUtf8(bytes) || isUtf8(withoutHalves(bytes)) ? 'utf-8' : null
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

/** Some databases write a character beyond the first 65,536 as two halves, or only one half. UTF-8 has no halves. */
const withoutHalves = (bytes: Uint8Array): Uint8Array =>
  Buffer.from(
    Buffer.from(bytes)
      .toString('latin1')
      .replaceAll(/\xED[\xA0-\xBF][\x80-\xBF]/g, ''),
    'latin1',
  )

/** The possible encodings of a text that is not valid Unicode. The usual one gets half a point in advance. */
const candidates: Readonly<Record<string, number>> = { 'windows-1252': 0.5, macintosh: 0, cp437: 0, 'utf-8': 0 }
const CLEAR_LEAD = 1.5

/** The encoding of a text, by how well it reads. Null if unclear; `readings` are a word in the two best ones. */
export function encodingOf(bytes: Uint8Array): { encoding: string | null; readings: string[] } {
  const unicode = unicodeIn(bytes)
  if (unicode !== null) return { encoding: unicode, readings: [] }
  const [best, next] = Object.entries(candidates)
    .map(([encoding, advance]) => ({ encoding, text: decoderNamed(encoding).decode(bytes), advance }))
    .map(({ encoding, text, advance }) => ({ encoding, text, points: advance + pointsOf(text) }))
    .toSorted((a, b) => b.points - a.points)
  if (best === undefined || next === undefined) return { encoding: null, readings: [] }
  const isClear = best.points >= 0 && best.points - next.points >= CLEAR_LEAD
  return { encoding: isClear ? best.encoding : null, readings: [best, next].map(({ text }) => oddWordIn(text)) }
}

/**
 * How well a character fits the two characters before it and the three after it. The first pattern that matches counts.
 * Names in the United States have few accents, and mostly Spanish ones.
 */
const clues: readonly [pattern: RegExp, points: number][] = [
  // Signs that nobody writes, as other encodings have them in place of letters.
  [/^..[ıÞþÐðƒªºˆ¤\uFFFD\p{Cc}\u2500-\u25FF]/su, -2],
  [/^.\p{L}’(?:[st]|ll|re|ve)(?!\p{L})|^.s’(?!\p{L})/su, 4],
  [/^.\p{L}’\p{Lu}|^\P{L}\p{L}’\p{L}/su, 3],
  [/^.\p{L}’\p{L}/su, 2],
  [/^.[\p{L}\p{N}][™®](?!\p{L})|^.\p{Ll}…(?:[,;"\t\r\n]|$)/su, 2],
  [/^.\P{L}[“‘]\p{L}|^.\p{L}”(?!\p{L})|^. [–—•·] |^.[\p{L}\p{N}][–—][\p{Lu}\p{N}]/su, 1.5],
  [/^.\p{N}[°½¼]|^.\P{L}[¡¿]\p{L}/su, 1],
  [/^..[’©–—·…]/su, 0],
  [/^.\p{L}\P{L}|^..\P{L}\p{L}/su, -2],
  [/^..\P{L}/su, -0.5],
  // Letters of other alphabets follow one another.
  [/^.(?!\p{ASCII})\p{L}\p{L}(?!\p{ASCII})\p{L}/su, -2],
  [/^.\p{Ll}\p{Lu}|^.\p{L}\p{Lu}\p{Ll}|^..\p{Ll}[\p{Lu}\p{N}]/su, -2],
  [/^\p{Lu}\p{Lu}\p{Ll}(?!\p{L})/su, -1],
  [/^.\P{L}\p{L}(?!\p{L})/su, -0.5],
  [/^..[áéíóúüñÁÉÍÓÚÜÑ]/su, 2],
  [/^..[šžÿýœæõùûìòßÊËÎÏÔÛÙÌÒŠŽŸÝÆŒÕÃ]/su, 0],
  [/^../su, 1],
]
/** Enough for any file, and few enough for a large one. */
const MOST_SIGNS = 2000

function pointsOf(text: string): number {
  let points = 0
  let signs = 0
  for (const { 0: sign, index } of text.matchAll(/[^\0-\x7F]/gu)) {
    if (++signs > MOST_SIGNS) break
    const around =
      text.slice(Math.max(0, index - 2), index).padStart(2, ' ') + text.slice(index, index + sign.length + 3)
    points += clues.find(([pattern]) => pattern.test(around))?.[1] ?? 0
  }
  return points
}

const oddWordIn = (text: string): string => /[^\s,;|"]*[^\0-\x7F][^\s,;|"]*/u.exec(text)?.[0].slice(0, 40) ?? ''
