import type { Config } from '#server/platform/config/config.ts'

export type Links = {
  /** The absolute URL of one of our pages, such as "/subscription". */
  to: (path: string) => string
}

/** The base of links in mail. Never taken from a request, whose Host header can be forged. */
export const linksOf = ({ PUBLIC_URL, PORT }: Pick<Config, 'PUBLIC_URL' | 'PORT'>): Links => ({
  to: path => new URL(path, PUBLIC_URL ?? `http://localhost:${PORT}`).href,
})
