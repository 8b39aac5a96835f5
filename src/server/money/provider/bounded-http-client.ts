import type { IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import Stripe from 'stripe'

type HttpClient = ReturnType<typeof Stripe.createNodeHttpClient>
type Response = Awaited<ReturnType<HttpClient['makeRequest']>>

const MOST_BYTES = 5_000_000
const LONGEST_ANSWER_MS = 15_000

/**
 * The package's own HTTP client with an end to what it takes: the package waits for as long as some byte comes now and
 * then, and reads whatever comes into memory. An answer that is too large, or takes too long, counts as a broken line.
 * A failure that does not say so in Stripe's own form, as a proxy on the way sends it, would be taken for a success.
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
/** Pauses before the further tries of a request that was turned away. */
const PAUSES_MS = [500, 1500]
const LONGEST_PAUSE_MS = 3000

/** A request that the provider has turned away was not looked at: it is sent again after a pause, a few times. */
async function whenNotBusy(send: () => Promise<Response>): Promise<Response> {
  for (const pauseMs of PAUSES_MS) {
    const response = await send()
    if (response.getStatusCode() !== TOO_MANY_REQUESTS) return response
    ;(response.getRawResponse() as IncomingMessage).resume()
    await pause(Math.min(wishOf(response) ?? spread(pauseMs), LONGEST_PAUSE_MS))
  }
  const last = await send()
  if (last.getStatusCode() !== TOO_MANY_REQUESTS) return last
  // The package would begin all over where the provider invites it to.
  const headers = { ...last.getHeaders(), 'stripe-should-retry': 'false' }
  last.getHeaders = () => headers
  return last
}

/** What `Retry-After` asks for, in milliseconds. */
function wishOf(response: Response): number | undefined {
  const seconds = Number(response.getHeaders()['retry-after'])
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined
}

/** So that those who were turned away together do not come back together. */
const spread = (ms: number): number => ms * (0.5 + Math.random())

const foreignFailure = { type: 'api_error', message: 'A failure that is not of the payment provider itself' }
const hasError = (answer: unknown): boolean => typeof answer === 'object' && answer !== null && 'error' in answer

function bound(answer: IncomingMessage): void {
  let bytes = 0
  const giveUp = (why: string) => answer.destroy(new Error(`The payment provider's answer ${why}`))
  const timer = setTimeout(() => giveUp('takes too long'), LONGEST_ANSWER_MS)
  answer.once('close', () => clearTimeout(timer))
  answer.on('data', (chunk: string | Buffer) => {
    bytes += chunk.length
    if (bytes > MOST_BYTES) giveUp('is too large')
  })
}
