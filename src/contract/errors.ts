import { z } from 'zod'
import { AreaLoad } from './area-load.ts'

/** Every error of the API with its status and default message. Nothing else sets the status of an error. */
export const errorTable = {
  INVALID_REQUEST: { status: 400, message: 'Invalid request' },
  UNKNOWN_LOCATION: { status: 400, message: 'We could not find that place. Try a city and state, or a ZIP code.' },
  AMBIGUOUS_LOCATION: { status: 400, message: 'Several places fit these words. Please choose one.' },
  CATEGORY_UNSURE: { status: 400, message: 'We are not sure what you are looking for. Please choose.' },
  INVALID_LINK: { status: 400, message: 'This link has expired or was already used.' },
  INVALID_PAGE_TOKEN: { status: 400, message: 'This page link is not valid. Please run the search again.' },
  NOT_SIGNED_IN: { status: 401, message: 'Please log in.' },
  INVALID_API_KEY: { status: 401, message: 'Please send a valid API key: "Authorization: Bearer <key>".' },
  WRONG_CREDENTIALS: { status: 401, message: 'Invalid username or password' },
  TWO_FACTOR_REQUIRED: { status: 401, message: 'Enter the code from your authenticator app.' },
  WRONG_CODE: { status: 401, message: 'That code is wrong, or was already used. Please try the next one.' },
  PAYMENT_METHOD_REQUIRED: { status: 402, message: 'A payment method is required. Please add a card first.' },
  PAYMENT_FAILED: { status: 402, message: 'Your card was declined. Nothing has changed.' },
  FORBIDDEN: { status: 403, message: 'You do not have permission to do this.' },
  KEY_SCOPE_TOO_SMALL: { status: 403, message: 'The scope of this API key does not include this call.' },
  WRONG_PASSWORD: { status: 403, message: 'That is not your password.' },
  ACCOUNT_DISABLED: { status: 403, message: 'This account is disabled. Please contact support.' },
  CROSS_SITE: { status: 403, message: 'This request came from another site and was refused.' },
  QUOTA_EXCEEDED: {
    status: 403,
    message: 'Contact limit reached. You can purchase additional lead credits or upgrade your plan.',
  },
  SEARCH_QUOTA_EXCEEDED: {
    status: 403,
    message: 'Search limit reached. Upgrade your plan, or wait until your quota renews.',
  },
  SITE_CHECKS_USED_UP: { status: 403, message: "You have used this month's website checks." },
  SITES_NOT_READ: { status: 409, message: 'This installation does not read websites of businesses.' },
  FEATURE_NOT_IN_PLAN: { status: 403, message: 'This is not part of your plan.' },
  NOT_FOUND: { status: 404, message: 'Not found. It may have been deleted.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'Method not allowed' },
  TOO_SLOW: { status: 408, message: 'The request took too long to arrive.' },
  USERNAME_TAKEN: { status: 409, message: 'Username already exists' },
  EMAIL_TAKEN: { status: 409, message: 'Email already exists' },
  TWO_FACTOR_ON: { status: 409, message: 'Two-factor sign-in is already on.' },
  TWO_FACTOR_OFF: { status: 409, message: 'Start setting up two-factor sign-in first.' },
  NO_SUBSCRIPTION: { status: 409, message: 'You do not have a plan that can be changed this way.' },
  SUBSCRIPTION_ENDED: { status: 409, message: 'Your plan has ended. Choose a plan to subscribe again.' },
  INVOICE_OPEN: { status: 409, message: 'Your last charge failed. Pay it first, then change your plan.' },
  RENEWAL_UNDER_WAY: {
    status: 409,
    message: 'Your next month is being charged right now. Please try again in an hour.',
  },
  DOWNGRADE_PLANNED: {
    status: 409,
    message: 'A smaller plan starts within a day. Keep your current plan first, then upgrade.',
  },
  CARD_IN_USE: { status: 409, message: 'This card pays for your plan. Add another card before you remove it.' },
  BILLING_ADDRESS_REQUIRED: {
    status: 409,
    message:
      'We cannot calculate the sales tax for your address. Nothing was charged. Add a card with its billing country and ZIP code, then try again.',
  },
  AREA_NOT_LOADED: { status: 409, message: 'This area is not loaded yet.' },
  AREA_BEING_PREPARED: {
    status: 409,
    message: 'The places of this area are being prepared. Nothing was charged; please try again in a moment.',
  },
  EMAIL_CHANGE_OPEN: {
    status: 409,
    message:
      'Your email was changed without your password within the last week. You can delete your account when that week is over, or after you undo the change from the email we sent to your former address.',
  },
  TOO_MANY_API_KEYS: { status: 409, message: 'You have reached the maximum number of API keys. Revoke one first.' },
  TOO_MANY_WEBHOOKS: { status: 409, message: 'You have reached the maximum number of webhooks. Delete one first.' },
  TOO_MANY_LISTS: { status: 409, message: 'You have reached the maximum number of lists.' },
  TOO_MANY_TAGS: { status: 409, message: 'You have reached the maximum number of tags. Delete one first.' },
  TOO_MANY_OWN_ENTRIES: {
    status: 409,
    message: 'Your do-not-contact list is full. Remove some entries first.',
  },
  TOO_MANY_KNOWN_BUSINESSES: {
    status: 409,
    message: 'Your files can have 200,000 businesses and 200 MB in total. Delete a file first.',
  },
  FILE_BUSY: { status: 409, message: 'This file is being worked on. Please try again when it is finished.' },
  TOO_MANY_FILLED_ROWS: {
    status: 409,
    message: 'The files that you fill and follow have more rows than your plan includes.',
  },
  LIST_NAME_TAKEN: { status: 409, message: 'This name is already taken.' },
  SELECTION_CHANGED: {
    status: 409,
    message: 'The number of matching leads is different now. Nothing was changed; please check and try again.',
  },
  CANNOT_UNDO: { status: 409, message: 'This change can no longer be undone.' },
  TOO_MANY_NOTES: { status: 409, message: 'There is no room for more notes. Delete one first.' },
  TOO_MANY_REPORTS: {
    status: 409,
    message: 'You have reached the maximum number of reports that can wait for an administrator.',
  },
  TOO_MANY_SAVED_SEARCHES: { status: 409, message: 'You have reached the maximum number of saved searches.' },
  IDEMPOTENCY_KEY_REUSED: {
    status: 409,
    message: 'This Idempotency-Key was already used for a different request. Use a new key for a new request.',
  },
  TOO_LARGE: { status: 413, message: 'The request is too large.' },
  UNSUPPORTED_TYPE: { status: 415, message: 'Please send JSON.' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many requests. Please try again later.' },
  UNCONFIRMED_LIMIT: {
    status: 429,
    message: 'Too many requests while your email is unconfirmed. Open the link in the email we sent you to continue.',
  },
  INTERNAL: { status: 500, message: 'Something went wrong on our side. Please try again.' },
  PAYMENTS_BUSY: {
    status: 503,
    message: 'The payment service is busy right now. Nothing was charged; please try again in a moment.',
  },
  PAYMENTS_UNAVAILABLE: {
    status: 503,
    message: 'The payment service is not responding. Nothing was changed; please try again in a moment.',
  },
  PAYMENT_UNCONFIRMED: {
    status: 503,
    message:
      'We could not confirm the payment. If it went through, your plan will update automatically. Please check again in a moment.',
  },
  UNCONFIRMED: {
    status: 503,
    message:
      'The connection was lost while this was being saved. Please check whether it was saved before you try again.',
  },
  UNAVAILABLE: { status: 503, message: 'The service is busy or restarting. Please try again in a moment.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorType = keyof typeof errorTable
/** Refusals by a limit, which say what is limited and until when. */
export type LimitError = 'TOO_MANY_REQUESTS' | 'UNCONFIRMED_LIMIT'

export const Issue = z.object({ path: z.string(), message: z.string() })
export type Issue = z.infer<typeof Issue>

/** A place; send its `location`. */
const LocationChoice = z.object({ label: z.string(), location: z.string() })
/** A kind of business; send its `category` as `businessCategory`. `count`: how many there are in the area. */
export const CategoryChoice = z.object({ label: z.string(), category: z.string(), count: z.number().int() })
export type CategoryChoice = z.infer<typeof CategoryChoice>
const Choice = z.union([LocationChoice, CategoryChoice])
export type Choice = z.infer<typeof Choice>

export const Problem = z.object({
  message: z.string(),
  errorType: z.enum(Object.keys(errorTable) as [ErrorType, ...ErrorType[]]),
  issues: z.array(Issue).optional(),
  choices: z.array(Choice).optional(),
  load: AreaLoad.optional(),
})
export type Problem = z.infer<typeof Problem>

/** The same as problem details (RFC 9457), for `/api/v1`. */
export const ApiProblem = Problem.extend({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
})
export type ApiProblem = z.infer<typeof ApiProblem>
export type ProblemDetails = Pick<Problem, 'issues' | 'choices' | 'load'> & { retryAfterSeconds?: number }
