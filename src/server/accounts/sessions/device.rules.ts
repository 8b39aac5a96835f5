import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** A value for a browser from which this account has just signed in: the account, a random name, and our seal. */
export function newDevice(key: Uint8Array, accountId: number): string {
  const name = `${accountId}.${randomBytes(16).toString('base64url')}`
  return `${name}.${seal(key, name)}`
}

/** The name of a device that this account has signed in from; null when the value is not ours, or another account's. */
export function knownDevice(key: Uint8Array, accountId: number, value: string | undefined): string | null {
  const [, name = '', given = ''] = /^(\d+\.[\w-]{22})\.([\w-]{43})$/.exec(value ?? '') ?? []
  const isOurs = timingSafeEqual(Buffer.from(seal(key, name)), Buffer.from(given.padEnd(43)))
  return isOurs && name.startsWith(`${accountId}.`) ? name : null
}

const seal = (key: Uint8Array, name: string): string => createHmac('sha256', key).update(name).digest('base64url')
