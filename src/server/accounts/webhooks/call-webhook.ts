import type { WebhookFault } from '#contract/accounts/webhooks.ts'
import { codeOf } from '#server/platform/basics/fault.ts'
import { createHostAddresses } from '#server/platform/basics/host-addresses.ts'
import { createOutboundFetch, ForbiddenAddress, type OutboundFetch } from '#server/platform/basics/outbound-fetch.ts'
import { type Answer, faultOfCode } from './delivery.rules.ts'

const DEADLINE_MS = 15_000
/** Names of receivers are looked up apart from those of all other calls, so that slow name servers delay nobody else. */
const LOOKUPS_AT_ONCE = 200
/** Answers are short. The rest of a longer one is not waited for, and its connection is closed. */
const DRAINED_BYTES = 16_384
const DRAINED_MS = 1000

export type WebhookCall = { url: string; headers: Record<string, string>; body: string }
export type CallWebhook = (call: WebhookCall) => Promise<Answer>

/** Calls endpoints: one guarded request each, with no redirect. Nothing of the answer's body is kept. */
export function createWebhookCaller({ trustedHosts, deadlineMs = DEADLINE_MS }: CallerOptions): CallWebhook {
  const call = createOutboundFetch({
    timeoutMs: deadlineMs,
    deadlineMs,
    trustedHosts,
    addressesOf: createHostAddresses({ atOnce: LOOKUPS_AT_ONCE }),
  })
  return async ({ url, headers, body }) => {
    const start = performance.now()
    const elapsed = () => Math.round(performance.now() - start)
    try {
      const response = await call(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'accept-encoding': 'identity', ...headers },
        body,
      })
      const { status } = response
      const ms = elapsed()
      await drain(response)
      const isRedirect = status >= 300 && status < 400
      return { status, ms, retryAfter: response.headers.get('retry-after'), fault: isRedirect ? 'redirect' : null }
    } catch (error) {
      return { status: null, ms: elapsed(), retryAfter: null, fault: faultOfCall(error) }
    }
  }
}
type CallerOptions = { trustedHosts: readonly string[]; deadlineMs?: number | undefined }

/** Reads a short body to its end, so that the connection can be used again. */
async function drain({ body }: Awaited<ReturnType<OutboundFetch>>): Promise<void> {
  if (body === null) return
  const reader = body.getReader()
  const stop = () => void reader.cancel().catch(() => {})
  const timer = setTimeout(stop, DRAINED_MS)
  try {
    for (let left = DRAINED_BYTES; left > 0;) {
      const { done, value } = await reader.read()
      if (done) return
      left -= (value as Uint8Array).byteLength
    }
    stop()
  } catch {
    // The status has arrived, and the rest does not matter.
  } finally {
    clearTimeout(timer)
  }
}

/** fetch hides what has happened in the cause. */
function faultOfCall(error: unknown): WebhookFault {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof ForbiddenAddress) return 'address'
    if (each.name === 'TimeoutError') return 'timeout'
    const fault = faultOfCode(codeOf(each))
    if (fault !== undefined) return fault
  }
  return 'answer'
}
