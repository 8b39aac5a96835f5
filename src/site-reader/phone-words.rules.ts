const spelled =
  /(?<![\w.])(?:(?:1[-. ])?\(8(00|33|44|55|66|77|88)\)[-. ]{0,2}|1[-. ]8(00|33|44|55|66|77|88)[-. ]|8(00|33|44|55|66|77|88)-)((?=[\dA-Z-]{0,9}[A-Z]{3})[\dA-Z](?:-?[\dA-Z]){6,9})(?!\w)/g
/** The last part of "(303) 440-PIPE", and the digits in front of it. */
const lastPart = /[-.]([A-Z]{4})(?![\w-])/g
const digitsBefore =
  /(?<![\w.-])(?:1[-. ])?(?!\(?8(?:00|33|44|55|66|77|88))(?:\(([2-9]\d{2})\) ?|([2-9]\d{2})[-.])([2-9]\d{2})$/
const MAX_BEFORE = 16
const keys = ['ABC', 'DEF', 'GHI', 'JKL', 'MNO', 'PQRS', 'TUV', 'WXYZ']
const keyOf = (letter: string): string => {
  const index = keys.findIndex(letters => letters.includes(letter))
  return index === -1 ? letter : String(index + 2)
}

const inDigits = (word: string): string => word.split('').map(keyOf).join('')

type SpelledPhone = { number: string; index: number; end: number; isLocal?: true }

/** Finds numbers that spell a word, such as "1-800-FLATIRON" and "(303) 440-PIPE". Returns their digits and positions. */
export function* spelledPhones(text: string): Generator<SpelledPhone> {
  for (const { 0: all, 1: inBrackets, 2: behindOne, 3: plain, 4: word = '', index } of text.matchAll(spelled)) {
    const digits = inDigits(word.replaceAll('-', '').slice(0, 7))
    yield { number: `+18${inBrackets ?? behindOne ?? plain}${digits}`, index, end: index + all.length }
  }
  for (const { 0: all, 1: word = '', index } of text.matchAll(lastPart)) {
    const found = digitsBefore.exec(text.slice(Math.max(0, index - MAX_BEFORE), index))
    if (found === null) continue
    const [digits, inBrackets, plain, middle] = found
    const number = `+1${inBrackets ?? plain}${middle}${inDigits(word)}`
    yield { number, index: index - digits.length, end: index + all.length, isLocal: true }
  }
}
