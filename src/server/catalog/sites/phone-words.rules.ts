const spelled =
  /(?<![\w.])(?:(?:1[-. ])?\(8(00|33|44|55|66|77|88)\)[-. ]{0,2}|1[-. ]8(00|33|44|55|66|77|88)[-. ]|8(00|33|44|55|66|77|88)-)((?=[\dA-Z-]{0,9}[A-Z]{3})[\dA-Z](?:-?[\dA-Z]){6,9})(?!\w)/g
const keys = ['ABC', 'DEF', 'GHI', 'JKL', 'MNO', 'PQRS', 'TUV', 'WXYZ']
const keyOf = (letter: string): string => {
  const index = keys.findIndex(letters => letters.includes(letter))
  return index === -1 ? letter : String(index + 2)
}

/** Toll-free numbers with a word that is easy to remember, "1-800-FLATIRON", in digits. */
export function* spelledPhones(text: string): Generator<string> {
  for (const [, inBrackets, behindOne, plain, word = ''] of text.matchAll(spelled)) {
    const digits = word.replaceAll('-', '').slice(0, 7).split('').map(keyOf).join('')
    yield `+18${inBrackets ?? behindOne ?? plain}${digits}`
  }
}
