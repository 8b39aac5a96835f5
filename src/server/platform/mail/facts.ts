import type { Links } from './links.ts'

/**
 * The values of a mail. `typed`: text from users. It is missing in mail to an unconfirmed address, so that nobody can
 * send messages to strangers through us.
 */
export type Facts<Typed extends string = never, Others = unknown> = Others & {
  typed: { [Key in Typed]?: string }
  links: Links
}
/** The same for a mail with a secret link. */
export type LinkFacts<Typed extends string = never> = Facts<Typed, { token: string }>

export const greeting = ({ username }: { username?: string }): string =>
  username === undefined ? 'Hello,' : `Hello ${username},`
