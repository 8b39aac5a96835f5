import type { Config } from '#server/platform/config/config.ts'

export type Links = {
  /** The absolute URL of one of our pages, such as "/subscription". */
  to: (path: string) => string
}

type Place = Pick<Config, 'PUBLIC_URL' | 'HOST' | 'PORT'>

/** The base of links in mail. Never taken from a request, whose Host header can be forged. */
export const linksOf = (config: Place): Links => ({ to: path => new URL(path, addressOf(config)).href })

/** The address that people use. By default, the one that the server names at its start. */
export const addressOf = ({ PUBLIC_URL, HOST, PORT }: Place): string => PUBLIC_URL ?? `http://${hostOf(HOST)}:${PORT}`

/** Browsers send the server's cookies only to the host that it names at its start: a number, not "localhost". */
function hostOf(host: string): string {
  if (host === '0.0.0.0' || host === '::' || host === 'localhost') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
