import { cardError, type CardRefusal } from './stripe-error.ts'

/** How a test card behaves. The numbers are Stripe's own. */
export type TestCard = {
  number: string
  /** Shown in the card form. */
  description: string
  /** Stripe's test payment method for this card, for calls without a browser. */
  token?: string
  /** Every attempt to save or charge the card fails with this error. */
  refusal?: CardRefusal
  /** The card can be saved, but every charge fails with this error. */
  chargeRefusal?: CardRefusal
  /** When 3-D Secure is required: until the card is set up for off-session payments, or on every payment. */
  authentication?: 'first' | 'always'
  /** Whether charges are disputed immediately. */
  isDisputed?: boolean
}

const declined = (declineCode: string, message = 'Your card was declined.'): CardRefusal => ({
  code: 'card_declined',
  decline_code: declineCode,
  message,
})
export const genericDecline = declined('generic_decline')
const insufficientFunds = declined('insufficient_funds', 'Your card has insufficient funds.')
export const expiredCard: CardRefusal = { code: 'expired_card', message: 'Your card has expired.' }

export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', token: 'pm_card_visa', description: 'Succeeds' },
  { number: '4000002500003155', description: '3-D Secure when saved, later charges succeed', authentication: 'first' },
  {
    number: '4000002760003184',
    token: 'pm_card_authenticationRequired',
    description: '3-D Secure on every payment',
    authentication: 'always',
  },
  { number: '4000000000009995', description: 'Declined: insufficient funds', refusal: insufficientFunds },
  {
    number: '4000000000000341',
    token: 'pm_card_chargeCustomerFail',
    description: 'Can be saved, every charge is declined',
    chargeRefusal: genericDecline,
  },
  { number: '4000000000000259', description: 'Succeeds, and is disputed immediately', isDisputed: true },
  { number: '5555555555554444', token: 'pm_card_mastercard', description: 'Mastercard, succeeds' },
  { number: '378282246310005', token: 'pm_card_amex', description: 'American Express, succeeds' },
  { number: '6011111111111117', token: 'pm_card_discover', description: 'Discover, succeeds' },
]

const brands = { 3: 'amex', 4: 'visa', 5: 'mastercard', 6: 'discover' }
export const brandOf = ({ number }: TestCard): string => brands[Number(number[0]) as keyof typeof brands]

/** The test card with this number. Throws if there is none. */
export function testCard(number: string): TestCard {
  const card = testCards.find(one => one.number === number)
  const message = 'The sandbox only accepts test cards, such as 4242 4242 4242 4242.'
  if (card === undefined) throw cardError({ code: 'incorrect_number', message })
  return card
}
export const cardByToken = (token: string): TestCard | undefined => testCards.find(card => card.token === token)
