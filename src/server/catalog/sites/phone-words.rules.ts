const spelled =
  /(?<![\w.])(?:(?:1[-. ])?\(8(00|33|44|55|66|77|88)\)[-. ]{0,2}|1[-. ]8(00|33|44|55|66|77|88)[-. ]|8(00|33|44|55|66|77|88)-)((?=[\dA-Z-]{0,9}[A-Z]{3})[\dA-Z](?:-?[\dA-Z]){6,9})(?!\w)/g
const keys = ['ABC', 'DEF', 'GHI', 'JKL', 'MNO', 'PQRS', 'TUV', 'WXYZ']
const keyOf = (letter: string): string => {
  const index = keys.findIndex(letters => letters.includes(letter))
  return index === -1 ? letter : String(index + 2)
}

/** Finds toll-free numbers that spell a word, such as "1-800-FLATIRON". Returns their digits and positions. */
export function* spelledPhones(text: string): Generator<{ number: string; index: number; end: number }> {
  for (const { 0: all, 1: inBrackets, 2: behindOne, 3: plain, 4: word = '', index } of text.matchAll(spelled)) {
    const digits = word.replaceAll('-', '').slice(0, 7).split('').map(keyOf).join('')
    yield { number: `+18${inBrackets ?? behindOne ?? plain}${digits}`, index, end: index + all.length }
  }
}
