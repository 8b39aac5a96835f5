import { cachedByName } from './cached-by-name.ts'
import { coreName } from './name-parts.ts'

/** The similarity of two business names, 0 to 1: the Dice coefficient of their trigrams. */
export function nameSimilarity(a: string, b: string): number {
  const [{ joined: joinedA, pieces: first }, { joined: joinedB, pieces: second }] = [spellingOf(a), spellingOf(b)]
  if (joinedA === joinedB) return 1
  let common = 0
  for (const piece of first) if (second.has(piece)) common++
  return first.size + second.size === 0 ? 0 : (2 * common) / (first.size + second.size)
}

const spellingOf = cachedByName((name: string) => {
  const core = coreName(name)
  return { joined: core.replaceAll(' ', ''), pieces: piecesOf(core) }
})

function piecesOf(name: string): Set<string> {
  const pieces = new Set<string>()
  for (const word of name.split(' ')) {
    const padded = `  ${word} `
    for (let at = 0; at + 3 <= padded.length; at++) pieces.add(padded.slice(at, at + 3))
  }
  return pieces
}
