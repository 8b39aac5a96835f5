import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** The cookie value for a browser in which this account has just signed in: account id, random name, signature. */
export function newDevice(key: Uint8Array, accountId: number): string {
  const name = `${accountId}.${randomBytes(16).toString('base64url')}`
  return `${name}.${seal(key, name)}`
}

/** Whether this account signed in from the device; false if the value is not ours, or of another account. */
export function isKnownDevice(key: Uint8Array, accountId: number, value: string | undefined): boolean {
  const [, name = '', given = ''] = /^(\d+\.[\w-]{22})\.([\w-]{43})$/.exec(value ?? '') ?? []
  const isOurs = timingSafeEqual(Buffer.from(seal(key, name)), Buffer.from(given.padEnd(43)))
  return isOurs && name.startsWith(`${accountId}.`)
}

const seal = (key: Uint8Array, name: string): string => createHmac('sha256', key).update(name).digest('base64url')
