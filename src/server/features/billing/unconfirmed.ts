import type { Deps } from '#server/features/deps.ts'
import { refusalOfStripe } from '#server/money/provider/stripe-errors.ts'
import { faultOf } from '#server/platform/basics/fault.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'

const messages = {
  payment: undefined,
  change: 'We could not confirm whether that went through. If it did, it will show on your page within an hour.',
}

/**
 * Wraps the request that may charge. If the provider is busy before this request has succeeded, nothing was charged.
 */
export type Charge = <T>(request: () => Promise<T>) => Promise<T>

/**
 * Wraps all calls from the first one that may charge or change something. If the provider does not answer, nobody knows
 * whether something was changed, and the user is told so. A webhook or the hourly sync finds out.
 */
export async function orUnconfirmed<T>(
  { log }: Pick<Deps, 'log'>,
  what: keyof typeof messages,
  work: (charge: Charge) => Promise<T>,
): Promise<T> {
  let mayHaveCharged = false
  const charge: Charge = async request => {
    const answer = await request()
    mayHaveCharged = true
    return answer
  }
  try {
    return await work(charge)
  } catch (error) {
    const refusal = error instanceof Refusal ? error : refusalOfStripe(error)
    const isUnknown =
      refusal?.errorType === 'PAYMENTS_UNAVAILABLE' || (refusal?.errorType === 'PAYMENTS_BUSY' && mayHaveCharged)
    if (!isUnknown) throw error
    log.warn({ err: faultOf(error) }, 'payment provider request without a known outcome')
    const message = messages[what]
    throw new Refusal('PAYMENT_UNCONFIRMED', message === undefined ? {} : { message })
  }
}
