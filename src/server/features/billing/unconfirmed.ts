import { errorTable } from '#contract/errors.ts'
import type { Deps } from '#server/features/deps.ts'
import { refusalOfStripe, wasNotDone } from '#server/money/provider/stripe-errors.ts'
import { faultOf } from '#server/platform/basics/fault.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'

const unconfirmed = errorTable.PAYMENT_UNCONFIRMED.message
/** What the customer reads if nobody knows the outcome of the work. */
const unknown = {
  /** May charge, with requests that are wrapped in `Charge`. */
  payment: unconfirmed,
  /** Is about a payment that was sent before, here or by the browser. */
  'sent payment': unconfirmed,
  'sent purchase':
    'We could not confirm the payment. If it went through, your leads will be added automatically. Please check again in a moment.',
  /** Changes the plan or the cards. */
  change: 'We could not confirm whether that went through. If it did, it will show on your page within an hour.',
}

export type Charge = <T>(request: () => Promise<T>) => Promise<T>

/**
 * Makes every failure of the work say whether something was charged. That is certain, unless a request that may charge
 * was carried out or not answered. A webhook or the hourly sync then finds out.
 */
export async function orUnconfirmed<T>(
  { log }: Pick<Deps, 'log'>,
  what: keyof typeof unknown,
  work: (charge: Charge) => Promise<T>,
): Promise<T> {
  let mayHaveCharged = what.startsWith('sent')
  const charge: Charge = async request => {
    try {
      const answer = await request()
      mayHaveCharged = true
      return answer
    } catch (error) {
      mayHaveCharged ||= !wasNotDone(error)
      throw error
    }
  }
  try {
    return await work(charge)
  } catch (error) {
    const refusal = error instanceof Refusal ? error : refusalOfStripe(error)
    const told = outcomeOf(refusal, what === 'change' && mayHaveCharged ? 'payment' : what, mayHaveCharged)
    if (told === undefined) throw error
    log.error({ err: faultOf(error) }, 'a payment or a change of a plan failed at the payment provider')
    throw told
  }
}

/** What is known about the outcome; undefined if the error says it. */
function outcomeOf(refusal: Refusal | undefined, what: keyof typeof unknown, mayHaveCharged: boolean) {
  const errorType = refusal?.errorType ?? 'INTERNAL'
  if (errorTable[errorType].status < 500 || errorType === 'PAYMENT_UNCONFIRMED') return undefined
  if (mayHaveCharged || (what === 'change' && errorType === 'PAYMENTS_UNAVAILABLE'))
    return new Refusal('PAYMENT_UNCONFIRMED', { message: unknown[what] })
  return refusal?.errorType === 'INTERNAL' ? new Refusal('INTERNAL', { message: nothingCharged }) : undefined
}

const nothingCharged = 'Something went wrong on our side. Nothing was charged. Please try again.'
