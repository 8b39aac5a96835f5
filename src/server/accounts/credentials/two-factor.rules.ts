import { createHash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { productName } from '#contract/product.ts'

const PERIOD_SECONDS = 30
const RECOVERY_CODES = 10
const RECOVERY_CODE_BYTES = 15

const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer: productName, label, secret: Secret.fromBase32(secret), digits: 6, period: PERIOD_SECONDS })

export const newTotpSecret = (): string => new Secret({ size: 20 }).base32
/** The URI that authenticator apps read from the QR code. */
export const totpUri = (secret: string, username: string): string => totpOf(secret, username).toString()

/** The time step of a valid code, allowing one step of clock difference; null for a wrong code. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const digits = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(digits)) return null
  const delta = totpOf(secret).validate({ token: digits, timestamp: now.getTime(), window: 1 })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta
}

/** Codes for a lost phone: "abcd-efgh-ijkl-mnop-qrst-uvwx". With 120 random bits each, a plain hash is enough. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => {
    const letters = new Secret({ buffer: new Uint8Array(randomBytes(RECOVERY_CODE_BYTES)).buffer }).base32.toLowerCase()
    return (letters.match(/.{4}/g) ?? []).join('-')
  })

export const hashRecoveryCode = (userId: number, code: string): Uint8Array =>
  createHash('sha256')
    .update(`${userId}\n${code.toLowerCase().replaceAll(/[^a-z2-7]/g, '')}`)
    .digest()
