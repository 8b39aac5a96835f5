import { coreName } from './name-parts.ts'

/** The similarity of two business names, 0 to 1: their share of common trigrams. */
export function nameSimilarity(a: string, b: string): number {
  const [nameA, nameB] = [coreName(a), coreName(b)]
  if (nameA.replaceAll(' ', '') === nameB.replaceAll(' ', '')) return 1
  const [first, second] = [piecesOf(nameA), piecesOf(nameB)]
  let common = 0
  for (const piece of first) if (second.has(piece)) common++
  return first.size + second.size === 0 ? 0 : (2 * common) / (first.size + second.size)
}

function piecesOf(name: string): Set<string> {
  const pieces = new Set<string>()
  for (const word of name.split(' ')) {
    const padded = `  ${word} `
    for (let at = 0; at + 3 <= padded.length; at++) pieces.add(padded.slice(at, at + 3))
  }
  return pieces
}
