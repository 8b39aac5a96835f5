import type { Deps as PlatformDeps } from '#server/platform/deps.ts'

export type Deps = PlatformDeps & {
  /** Seals the cookies that tell which accounts have signed in from a browser before. */
  deviceKey: Uint8Array
}
