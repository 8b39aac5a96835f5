import type { Deps as PlatformDeps } from '#server/platform/deps.ts'

export type Deps = PlatformDeps & {
  /** Signs the cookies that record which accounts have signed in from a browser. */
  deviceKey: Uint8Array
}
