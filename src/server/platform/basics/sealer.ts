import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

export type Sealer = {
  /** `about` names what the text belongs to: a sealed text that is moved elsewhere does not open. */
  seal: (text: string, about: string) => Uint8Array
  /** Null if it was sealed with another key, for something else, or was changed. */
  open: (sealed: Uint8Array, about: string) => string | null
}

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** Encrypts with the first key, and opens with any of them, so that a new key can be put in front. */
export function createSealer(keys: readonly (string | Uint8Array)[]): Sealer {
  const hashed = keys.map(key => createHash('sha256').update(key).digest())
  const [first] = hashed
  if (first === undefined) throw new Error('There is no key to encrypt with')
  return {
    seal: (text, about) => {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(CIPHER, first, iv).setAAD(Buffer.from(about))
      const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), hidden])
    },
    open: (sealed, about) => {
      for (const key of hashed) {
        const text = openWith(key, Buffer.from(sealed), about)
        if (text !== null) return text
      }
      return null
    },
  }
}

function openWith(key: Buffer, sealed: Buffer, about: string): string | null {
  try {
    const tag = sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)
    const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(about))
      .setAuthTag(tag)
    return decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return null
  }
}
