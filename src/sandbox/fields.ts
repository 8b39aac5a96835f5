import { randomBytes } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const LENGTH = 24

/** For example `cus_4fKq…`, as long as Stripe's ids. */
export const newId = (prefix: string): string => `${prefix}_${randomText(LENGTH)}`
export const newSecret = (id: string): string => `${id}_secret_${randomText(LENGTH)}`
/** The id of the intent that a client secret belongs to. */
export const idOfSecret = (secret: string): string => secret.split('_secret_')[0] ?? ''

const randomText = (length: number): string =>
  Array.from(randomBytes(length), byte => ALPHABET[byte % ALPHABET.length]).join('')

type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text
const allSetTo =
  <Value>(newValue: () => Value) =>
  <Text extends string>(...names: Text[]) =>
    Object.fromEntries(
      names
        .join(' ')
        .split(' ')
        .map(name => [name, newValue()]),
    ) as Record<Words<Text>, Value>

/** The fields of a Stripe object that the sandbox never fills: `nulls('a b')` is `{ a: null, b: null }`. */
export const nulls = allSetTo(() => null)
export const zeros = allSetTo(() => 0)
export const emptyLists = allSetTo((): never[] => [])
