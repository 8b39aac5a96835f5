import { expect, test } from 'vitest'
import { isKnownWord } from './known-words.ts'

test.each(['fiddle', 'dharma', 'kitting', 'message'])('"%s" is a word of its own', word => {
  expect(isKnownWord(word)).toBe(true)
})

test.each(
  'odontologia cardiologia neurologia pediatria laboratorio generador elevador apartamento condominio remodelar notarizar'.split(
    ' ',
  ),
)('"%s" is how others spell the word of a category', word => {
  expect(isKnownWord(word)).toBe(false)
})

test.each(['lazer', 'medispa', 'tyre', 'archeological', 'insulator', 'accountancy'])(
  '"%s" is another spelling of the word of a category',
  word => {
    expect(isKnownWord(word)).toBe(false)
  },
)
