import type { Deps as LeadsDeps } from '#server/leads/deps.ts'

export type Deps = LeadsDeps & {
  /** Signs page tokens; the same for all processes on a database. */
  pageTokenKey: Uint8Array
}
