import type { Config } from '#server/platform/config/config.ts'

export type Links = {
  /** The absolute URL of one of our pages, such as "/subscription". */
  to: (path: string) => string
}

/** The base of links in mail. Never taken from a request, whose Host header can be forged. */
export const linksOf = ({ PUBLIC_URL, HOST, PORT }: Pick<Config, 'PUBLIC_URL' | 'HOST' | 'PORT'>): Links => ({
  to: path => new URL(path, PUBLIC_URL ?? `http://${hostOf(HOST)}:${PORT}`).href,
})

/** The host that the server names at its start: browsers send its cookies to this host only. */
function hostOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
