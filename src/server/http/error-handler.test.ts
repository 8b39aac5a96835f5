import { expect, test } from 'vitest'
import { asRefusal } from './error-handler.ts'

const levels: string[] = []
const log = {
  error: () => levels.push('error'),
  warn: () => levels.push('warn'),
} as unknown as Parameters<typeof asRefusal>[1]['log']
const typeOf = (error: unknown) => {
  levels.length = 0
  return [asRefusal(error, { log }).errorType, ...levels]
}
const withCode = (code: string) => Object.assign(new Error('a statement failed'), { code })

test.each([
  ['the connection is lost', '08006'],
  ['there are too many connections', '53300'],
  ['the disk is full', '53100'],
  ['two transactions wait for each other', '40P01'],
  ['a lock stays taken', '55P03'],
  ['the database shuts down', '57P01'],
  ['the database starts', '57P03'],
  ['a statement takes too long', '57014'],
  ['only a replica is left, which cannot be written', '25006'],
  ['a file cannot be read', '58030'],
  ['a page is damaged', 'XX001'],
  ['nobody listens', 'ECONNREFUSED'],
  ['the host has no address', 'ENOTFOUND'],
])('while %s, a call gets 503 and can be tried again', (_what, code) => {
  expect(typeOf(withCode(code))).toEqual(['UNAVAILABLE', 'warn'])
})

test.each(['23505', '22P02', '42703', 'ERR_ASSERTION'])('the error %s is our own fault, and reported', code => {
  expect(typeOf(withCode(code))).toEqual(['INTERNAL', 'error'])
})

test('what is thrown without being an error is our own fault, too', () => {
  expect(typeOf('oops')).toEqual(['INTERNAL', 'error'])
})
