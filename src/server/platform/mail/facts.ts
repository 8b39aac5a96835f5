import type { Links } from './links.ts'

/**
 * What a mail is written from. `typed`: what users typed, missing where the mail goes to an address that is not
 * confirmed: a stranger reads nothing there that somebody wanted to tell them.
 */
export type Facts<Typed extends string = never, Others = unknown> = Others & {
  typed: { [Key in Typed]?: string }
  links: Links
}
/** The same for a mail with a secret link. */
export type LinkFacts<Typed extends string = never> = Facts<Typed, { token: string }>

export const greeting = ({ username }: { username?: string }): string =>
  username === undefined ? 'Hello,' : `Hello ${username},`
