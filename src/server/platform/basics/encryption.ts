import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto'

export type Encryption = {
  /** `about` names what the text belongs to. A ciphertext that is moved elsewhere cannot be decrypted. */
  encrypt: (text: string, about: string) => Uint8Array
  /** Null if it was encrypted with another key or for something else, or was changed. */
  decrypt: (encrypted: Uint8Array, about: string) => string | null
}

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** Encrypts with the first key, and decrypts with any of them, so that a new key can be put in front. */
export function createEncryption(keys: readonly (string | Uint8Array)[]): Encryption {
  const hashed = keys.map(key => hash('sha256', key, 'buffer'))
  const [first] = hashed
  if (first === undefined) throw new Error('There is no key to encrypt with')
  return {
    encrypt: (text, about) => {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(CIPHER, first, iv).setAAD(Buffer.from(about))
      const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), hidden])
    },
    decrypt: (encrypted, about) => {
      for (const key of hashed) {
        const text = decryptWith(key, Buffer.from(encrypted), about)
        if (text !== null) return text
      }
      return null
    },
  }
}

function decryptWith(key: Buffer, encrypted: Buffer, about: string): string | null {
  try {
    const tag = encrypted.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)
    const decipher = createDecipheriv(CIPHER, key, encrypted.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(about))
      .setAuthTag(tag)
    return decipher.update(encrypted.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return null
  }
}
