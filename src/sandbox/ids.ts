import { randomBytes } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const LENGTH = 24

/** For example `cus_4fKq…`, as long as Stripe's ids. */
export const newId = (prefix: string): string => `${prefix}_${randomText(LENGTH)}`
export const newSecret = (id: string): string => `${id}_secret_${randomText(LENGTH)}`

const randomText = (length: number): string =>
  Array.from(randomBytes(length), byte => ALPHABET[byte % ALPHABET.length]).join('')
