import { isPublicHost } from '#server/platform/basics/outbound-address.rules.ts'

/** What is wrong with an endpoint's address; null if it can be called. Each connection checks for private addresses. */
export function faultOfUrl(text: string, trustedHosts: readonly string[]): string | null {
  const url = URL.parse(text)
  if (url === null) return 'Please enter an address that begins with https://'
  if (url.username !== '' || url.password !== '') return 'The address must not contain a username or password'
  const isTrusted = trustedHosts.includes(url.host)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isTrusted))
    return 'The address must begin with https://'
  return !isTrusted && !isPublicHost(url) ? 'This address is not reachable from the internet' : null
}
