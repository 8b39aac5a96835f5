import type { Deps } from '../deps.ts'
import { faultOf } from '../http/request-log.ts'
import { refusalOfStripe } from '../payments/stripe-errors.ts'
import { Refusal } from '../shared/refusal.ts'

const messages = {
  payment: undefined,
  change: 'We could not learn whether that went through. If it did, your page shows it within the hour.',
}

/**
 * For all that follows the first call that may charge or change something: when the provider does not answer there,
 * nobody can say that nothing was changed. The sync finds out, by a webhook or within the hour.
 */
export async function orUnconfirmed<T>(
  { log }: Pick<Deps, 'log'>,
  what: keyof typeof messages,
  story: () => Promise<T>,
): Promise<T> {
  try {
    return await story()
  } catch (error) {
    const refusal = error instanceof Refusal ? error : refusalOfStripe(error)
    if (refusal?.errorType !== 'PAYMENTS_UNAVAILABLE') throw error
    log.warn({ err: faultOf(error) }, 'the payment provider left open how it ended')
    const message = messages[what]
    throw new Refusal('PAYMENT_UNCONFIRMED', message === undefined ? {} : { message })
  }
}
