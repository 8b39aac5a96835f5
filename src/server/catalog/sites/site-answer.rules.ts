export type ConnectionError = { code?: string; cert?: { subjectaltname?: string } }
/** Browsers refuse these, too. They find a missing certificate of a certificate authority by themselves. */
const badCertificate = new Set(['CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID', 'DEPTH_ZERO_SELF_SIGNED_CERT'])
/** With a certificate of another host of the domain, such as `www`, the website works at that host. */
export const isCertificateBad = ({ code = '', cert }: ConnectionError, domain: string): boolean => {
  const names = `${cert?.subjectaltname?.replaceAll('DNS:', '.')},`
  return badCertificate.has(code) && !(code === 'ERR_TLS_CERT_ALTNAME_INVALID' && names.includes(`.${domain},`))
}

/** Gateways that wait, and servers that ask to come back later or have too many visitors, may work for others. */
const passing = new Set([502, 503, 504, 508, 509, 520, 521, 522, 523, 524, 529])
export const isServerBad = (status: number): boolean => status >= 500 && !passing.has(status)
