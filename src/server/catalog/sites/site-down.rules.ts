import { DAY_MS } from '#server/platform/basics/clock.ts'
import type { SiteFlag } from '#site-reader/index.ts'

/** Why a website does not work, as far as that is certain. One visit can be wrong, so two have to agree. */
export type DownReason = 'domain' | 'certificate' | 'server' | 'parked'

export type ConnectionError = { code?: string; cert?: { subjectaltname?: string } }
/** Those that browsers refuse, too. A missing certificate in between is not one of them: browsers find it themselves. */
const badCertificate = new Set(['CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID', 'DEPTH_ZERO_SELF_SIGNED_CERT'])
/** With a certificate of another host of the domain, such as `www`, the website works at that host. */
export const isCertificateBad = ({ code = '', cert }: ConnectionError, domain: string): boolean => {
  const names = `${cert?.subjectaltname?.replaceAll('DNS:', '.')},`
  return badCertificate.has(code) && !(code === 'ERR_TLS_CERT_ALTNAME_INVALID' && names.includes(`.${domain},`))
}

/** Gateways that wait, and servers that ask to come back later or have too many visitors, may work for others. */
const passing = new Set([502, 503, 504, 508, 509, 520, 521, 522, 523, 524, 529])
export const isServerBad = (status: number): boolean => status >= 500 && !passing.has(status)

const words: Record<DownReason, string> = {
  domain: 'its domain does not exist',
  certificate: 'its certificate is not valid',
  server: 'its server answers with an error',
  parked: 'its domain is parked or for sale',
}

/**
 * The check of a website that does not work: this visit and the ones before it, at least a day apart, agree about the
 * reason. One visit says nothing, so an earlier check remains.
 */
export function downFlags(
  { website, downReason, downSince }: { website: string; downReason: DownReason | null; downSince: Date | null },
  { down, now }: { down: DownReason | null; now: Date },
): SiteFlag[] | null {
  if (down === null || down !== downReason || downSince === null) return null
  if (now.getTime() - downSince.getTime() < DAY_MS) return null
  return [{ flag: 'works', verdict: 'no', evidence: words[down], pageUrl: website }]
}
