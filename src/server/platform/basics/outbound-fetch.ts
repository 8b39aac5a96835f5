import { callbackify } from 'node:util'
import type { RequestInit, Response } from 'undici'
import { type HostAddress, type HostAddresses, hostAddresses } from './host-addresses.ts'
import { isPublicAddress, isPublicHost } from './outbound-address.rules.ts'

export type OutboundOptions = {
  /** A URL that the operator configured. Its host may be private, but redirects from it are still checked. */
  trustedUrl?: string | URL | undefined
  /** Hosts, with their ports unless default, to which the same applies. */
  trustedHosts?: readonly string[]
  /** Finds the addresses of names; unset: `hostAddresses`, with the limit of the whole process. */
  addressesOf?: HostAddresses
  /** Maximum wait for a connection (but 10 s at most), for the response headers, and between two chunks of the body. */
  timeoutMs?: number
  /** Maximum duration of a call, from the first connection to the end of the body. */
  deadlineMs?: number
  maxBytes?: number
  /** A forward proxy of the operator. It then finds the addresses of names, and has to refuse private ones. */
  proxyUrl?: string | undefined
  /** Whether a redirect is followed. By default all are. */
  mayFollow?: (next: URL) => boolean
}
export type OutboundFetch = (
  url: string | URL,
  init?: Omit<RequestInit, 'redirect' | 'dispatcher'>,
) => Promise<Response>

export class ForbiddenAddress extends Error {}
/** A redirect that the caller does not follow. */
export class RedirectRefused extends Error {}

const DEADLINE_MS = 120_000
const MAX_REDIRECTS = 5
const redirectStatuses = new Set([301, 302, 303, 307, 308])

/**
 * A `fetch` for URLs that others can influence: it only connects to public servers. DNS results are checked when the
 * connection is made, so a name that changes in between is caught. Literal addresses and names of private hosts are
 * refused before. Both checks are repeated for every redirect. Only reads are redirected: a redirect of a write is
 * returned as it is, so that its body goes to nobody else.
 */
export function createOutboundFetch(options: OutboundOptions = {}): OutboundFetch {
  const { timeoutMs = 30_000, deadlineMs = DEADLINE_MS, maxBytes = -1, proxyUrl, mayFollow = () => true } = options
  const { trustedUrl, trustedHosts = [], addressesOf = hostAddresses } = options
  const trusted = new Set(trustedUrl === undefined ? trustedHosts : [...trustedHosts, new URL(trustedUrl).host])
  const limits = {
    connectTimeout: Math.min(timeoutMs, 10_000),
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: maxBytes,
  }
  // Loading it takes 170 ms, which a start does not need.
  const connect = async () => {
    const { Agent, ProxyAgent, fetch: fetchThrough } = await import('undici')
    const guarded =
      proxyUrl === undefined
        ? new Agent({ ...limits, connect: { lookup: publicLookup(addressesOf), timeout: limits.connectTimeout } })
        : new ProxyAgent({ ...limits, uri: proxyUrl, proxyTunnel: false })
    return { fetchThrough, guarded, trusting: trusted.size === 0 ? guarded : new Agent(limits) }
  }
  let connected: ReturnType<typeof connect> | undefined
  return async (address, init = {}) => {
    const { fetchThrough, guarded, trusting } = await (connected ??= connect())
    let url = new URL(address)
    const isRead = ['GET', 'HEAD'].includes((init.method ?? 'GET').toUpperCase())
    const deadline = AbortSignal.timeout(deadlineMs)
    const signal = init.signal ? AbortSignal.any([init.signal, deadline]) : deadline
    let headers = new Headers(init.headers as HeadersInit | undefined)
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const isTrusted = trusted.has(url.host)
      assertCallable(url, isTrusted)
      const response = await fetchThrough(url, {
        ...init,
        headers: [...headers],
        signal,
        redirect: 'manual',
        dispatcher: isTrusted ? trusting : guarded,
      })
      const next = redirectOf(response, url)
      if (next === null || !isRead) return response
      await response.body?.cancel()
      if (!mayFollow(next)) throw new RedirectRefused(`${url.host} redirects to ${next.host}`)
      if (next.origin !== url.origin) headers = withoutCredentials(headers)
      url = next
    }
    throw new ForbiddenAddress('The address redirects too often.')
  }
}

function assertCallable(url: URL, isTrusted: boolean): void {
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new ForbiddenAddress(`Addresses with ${url.protocol} are not called.`)
  if (url.username !== '' || url.password !== '') throw new ForbiddenAddress('The address contains a password.')
  if (!isTrusted && !isPublicHost(url)) throw closedAddress(url.hostname)
}

type LookupCallback = (error: Error | null, address: string | HostAddress[], family?: number) => void

/** Fails unless every address of the name is public. */
function publicLookup(addressesOf: HostAddresses) {
  const publicAddresses = async (host: string): Promise<HostAddress[]> => {
    const found = await addressesOf(host)
    if (found.length === 0 || !found.every(({ address }) => isPublicAddress(address))) throw closedAddress(host)
    return found
  }
  return (host: string, { all = false }: { all?: boolean }, callback: LookupCallback): void => {
    callbackify(publicAddresses)(host, (error, found) => {
      // At run time, `found` is missing after an error.
      const [first] = (found as HostAddress[] | undefined) ?? []
      if (first === undefined) callback(error, [])
      else if (all) callback(null, found)
      else callback(null, first.address, first.family)
    })
  }
}

const closedAddress = (host: string): ForbiddenAddress =>
  new ForbiddenAddress(`${host} is not a public address, so it is not called.`)

function redirectOf(response: Response, from: URL): URL | null {
  const location = response.headers.get('location')
  const isRedirect = redirectStatuses.has(response.status) && location !== null && URL.canParse(location, from)
  return isRedirect ? new URL(location, from) : null
}

function withoutCredentials(sent: Headers): Headers {
  const headers = new Headers(sent)
  for (const name of ['authorization', 'cookie', 'proxy-authorization']) headers.delete(name)
  return headers
}
