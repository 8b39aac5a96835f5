import type { Config } from '#server/platform/config/config.ts'

export type Links = {
  /** The whole address of a page of ours, e.g. of "/subscription". */
  to: (path: string) => string
}

/** Where links of mails lead. Never the address a request came by: its caller could make that up. */
export const linksOf = ({ PUBLIC_URL, PORT }: Pick<Config, 'PUBLIC_URL' | 'PORT'>): Links => ({
  to: path => new URL(path, PUBLIC_URL ?? `http://localhost:${PORT}`).href,
})
