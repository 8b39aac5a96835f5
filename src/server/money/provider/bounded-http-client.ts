import type { IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import Stripe from 'stripe'

type HttpClient = ReturnType<typeof Stripe.createNodeHttpClient>
type Response = Awaited<ReturnType<HttpClient['makeRequest']>>

const MAX_BYTES = 5_000_000
const MAX_RESPONSE_MS = 15_000

/**
 * Stripe's HTTP client with limits. A response that is too large or too slow counts as a connection error. The package
 * itself waits as long as a byte arrives now and then, and buffers any amount. An error response that is not in
 * Stripe's format, such as one from a proxy, is turned into one, because the package would take it for success.
 */
export function boundedHttpClient(): HttpClient {
  const client = Stripe.createNodeHttpClient()
  const makeRequest = client.makeRequest.bind(client)
  client.makeRequest = async (...request) => {
    const response = await whenNotBusy(() => makeRequest(...request))
    const readJson = response.toJSON.bind(response)
    response.toJSON = async () => {
      bound(response.getRawResponse() as IncomingMessage)
      const answer: unknown = await readJson()
      return response.getStatusCode() < 400 || hasError(answer) ? answer : { error: foreignFailure }
    }
    return response
  }
  return client
}

const TOO_MANY_REQUESTS = 429
/** The pauses before the retries of a request that got a 429. */
const PAUSES_MS = [500, 1500]
const MAX_PAUSE_MS = 3000

/** Retries a request that got a 429 a few times. Such a request was not processed. */
async function whenNotBusy(send: () => Promise<Response>): Promise<Response> {
  for (const pauseMs of PAUSES_MS) {
    const response = await send()
    if (response.getStatusCode() !== TOO_MANY_REQUESTS) return response
    ;(response.getRawResponse() as IncomingMessage).resume()
    await pause(Math.min(retryAfterOf(response) ?? withJitter(pauseMs), MAX_PAUSE_MS))
  }
  const last = await send()
  if (last.getStatusCode() !== TOO_MANY_REQUESTS) return last
  // Keep the package from retrying, even if the provider's headers tell it to.
  const headers = { ...last.getHeaders(), 'stripe-should-retry': 'false' }
  last.getHeaders = () => headers
  return last
}

/** The wait from `Retry-After`, in milliseconds. */
function retryAfterOf(response: Response): number | undefined {
  const seconds = Number(response.getHeaders()['retry-after'])
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined
}

/** Random jitter, so that rejected requests do not all return at the same time. */
const withJitter = (ms: number): number => ms * (0.5 + Math.random())

const foreignFailure = { type: 'api_error', message: 'A failure that did not come from the payment provider' }
const hasError = (answer: unknown): boolean => typeof answer === 'object' && answer !== null && 'error' in answer

function bound(answer: IncomingMessage): void {
  let bytes = 0
  const giveUp = (why: string) => answer.destroy(new Error(`The payment provider's answer ${why}`))
  const timer = setTimeout(() => giveUp('takes too long'), MAX_RESPONSE_MS)
  answer.once('close', () => clearTimeout(timer))
  answer.on('data', (chunk: string | Buffer) => {
    bytes += chunk.length
    if (bytes > MAX_BYTES) giveUp('is too large')
  })
}
