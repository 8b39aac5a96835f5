import type { IncomingMessage } from 'node:http'
import Stripe from 'stripe'

type HttpClient = ReturnType<typeof Stripe.createNodeHttpClient>

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
    const response = await makeRequest(...request)
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
