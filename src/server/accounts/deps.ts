import type { Encryption } from '#server/platform/basics/encryption.ts'
import type { Deps as PlatformDeps } from '#server/platform/deps.ts'

export type Deps = PlatformDeps & {
  /** Signs the cookies that record which accounts have signed in from a browser. */
  deviceKey: Uint8Array
  /** Encrypts what is stored but must be read again, such as webhook secrets. */
  encryption: Encryption
}
