import { expect, test } from 'vitest'
import { passwordStrength } from './password-hint.tsx'

test.each([
  ['', ''],
  ['abc', '5 more characters needed'],
  ['abcdefg', '1 more character needed'],
  ['Gwendolyn1', 'Weak: this is your name or email'],
  ['gwen.p@example.com', 'Weak: this is your name or email'],
  ['aaaabbbb1', 'Weak: few different characters'],
  ['password', 'Weak: easy to guess'],
  ['plumbing7', 'Fair: longer is stronger'],
  ['Plumb-ing-77', 'Strong'],
  ['correct horse battery', 'Strong'],
  ['Password123', 'Fair: longer is stronger'],
  ['passwordpassword', 'Weak: easy to guess'],
  ['12345678901234', 'Weak: easy to guess'],
])('the hint for the password "%s" is "%s"', (password, told) => {
  expect(passwordStrength(password, ['gwendolyn', 'gwen.p@example.com', ''])).toBe(told)
})
