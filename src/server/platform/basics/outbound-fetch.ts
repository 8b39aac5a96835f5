import { lookup } from 'node:dns'
import { isIP } from 'node:net'
import { Agent, fetch as fetchThrough, type RequestInit, type Response } from 'undici'
import { isPublicAddress } from './outbound-address.rules.ts'

export type OutboundOptions = {
  /** A URL that the operator configured. Its host may be private, but redirects from it are still checked. */
  trustedUrl?: string | URL
  /** Maximum wait for the response headers, and between two chunks of the body. */
  timeoutMs?: number
  /** Maximum size of a response. */
  maxBytes?: number
}
export type OutboundFetch = (
  url: string | URL,
  init?: Omit<RequestInit, 'redirect' | 'dispatcher'>,
) => Promise<Response>

/** An address that the service refuses to call. */
export class ForbiddenAddress extends Error {}

const MAX_REDIRECTS = 5
const redirectStatuses = new Set([301, 302, 303, 307, 308])

/**
 * A `fetch` for URLs that others can influence: it only connects to public servers. DNS results are checked when the
 * connection is made, so a name that changes in between is caught. Literal addresses are checked before. Both checks
 * are repeated for every redirect.
 */
export function createOutboundFetch(options: OutboundOptions = {}): OutboundFetch {
  const { timeoutMs = 30_000, maxBytes = -1 } = options
  const trustedHost = options.trustedUrl === undefined ? null : new URL(options.trustedUrl).host
  const limits = {
    connectTimeout: Math.min(timeoutMs, 10_000),
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: maxBytes,
  }
  const guarded = new Agent({ ...limits, connect: { lookup: publicLookup, timeout: limits.connectTimeout } })
  const trusting = trustedHost === null ? guarded : new Agent(limits)
  return async (address, init = {}) => {
    let url = new URL(address)
    let request: RequestInit = init
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const isTrusted = url.host === trustedHost
      assertCallable(url, isTrusted)
      const response = await fetchThrough(url, {
        ...request,
        redirect: 'manual',
        dispatcher: isTrusted ? trusting : guarded,
      })
      const next = redirectOf(response, url)
      if (next === null) return response
      await response.body?.cancel()
      request = requestAfter(response, request, next.origin === url.origin)
      url = next
    }
    throw new ForbiddenAddress('The address redirects too often.')
  }
}

function assertCallable(url: URL, isTrusted: boolean): void {
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new ForbiddenAddress(`${url.protocol} is not called.`)
  if (url.username !== '' || url.password !== '') throw new ForbiddenAddress('The address holds a password.')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (!isTrusted && isIP(host) !== 0 && !isPublicAddress(host)) throw closedAddress(host)
}

type LookupCallback = (
  error: Error | null,
  address: string | { address: string; family: number }[],
  family?: number,
) => void

/** Fails unless every address of the name is public. */
function publicLookup(host: string, { all = false }: { all?: boolean }, callback: LookupCallback): void {
  lookup(host, { all: true, verbatim: true }, (error, found) => {
    const [first] = found ?? []
    if (error !== null) callback(error, [])
    else if (first === undefined || !found.every(({ address }) => isPublicAddress(address)))
      callback(closedAddress(host), [])
    else if (all) callback(null, found)
    else callback(null, first.address, first.family)
  })
}

const closedAddress = (host: string): ForbiddenAddress =>
  new ForbiddenAddress(`${host} is no public address, and is not called.`)

function redirectOf(response: Response, from: URL): URL | null {
  const location = response.headers.get('location')
  return redirectStatuses.has(response.status) && location !== null ? new URL(location, from) : null
}

/** Follows browser rules: some redirects turn a POST into a GET, and credentials are not sent to another origin. */
function requestAfter({ status }: Response, init: RequestInit, isSameOrigin: boolean): RequestInit {
  const { body, ...rest } = init
  const method = init.method ?? 'GET'
  const becomesGet = status === 303 || ((status === 301 || status === 302) && method === 'POST')
  const headers = new Headers(init.headers as HeadersInit | undefined)
  if (!isSameOrigin) for (const name of ['authorization', 'cookie', 'proxy-authorization']) headers.delete(name)
  const sent = { ...rest, headers: [...headers] }
  return becomesGet ? { ...sent, method: 'GET' } : { ...sent, ...(body === undefined ? {} : { body }) }
}
