import type { Queryable } from './host.ts'
import { readSettings } from './sandbox.repository.ts'

/** The switches of the sandbox, with what each value does. */
export const switches = {
  webhooks: {
    label: 'New webhooks are sent',
    values: {
      normal: 'Once, immediately',
      twice: 'Twice at the same time',
      late: '15 seconds late',
      reversed: 'In reverse order',
      off: 'Not at all',
    },
  },
  /** `faults.rules.ts` says which calls each fault affects. */
  fault: {
    label: 'The API',
    values: {
      none: 'Answers normally',
      slow: 'Answers after 5 seconds',
      error: 'Answers 500',
      'stored error': 'Answers 500, and repeats it for a day under the same key',
      refused: 'Answers 400, as if the product had sent nonsense',
      garbage: 'Answers with something that is not JSON',
      'answer lost': 'Loses its first answer to each change',
      'answers lost': 'Loses all answers to changes',
      busy: 'Answers 429 and says when to try again',
      'busy, no hint': 'Answers 429',
    },
  },
  /** Whether an invoice is paid at the moment the browser confirms its payment, or later. */
  settlement: {
    label: 'After 3-D Secure, the invoice is paid',
    values: { 'at once': 'At the same moment', late: '5 seconds later' },
  },
  taxLocation: {
    label: 'The place for taxes is',
    values: { 'by address': 'Found by the customer’s address', invalid: 'Never found' },
  },
} as const
export type SwitchName = keyof typeof switches
type Values = { [Name in SwitchName]: keyof (typeof switches)[Name]['values'] }
export type Fault = Values['fault']

export type Settings = Values & {
  /** How far the clock is ahead of real time. */
  offsetMs: number
  /** How many more calls the fault affects. If null, it affects all calls until it is switched off. */
  faultCalls: number | null
}

const defaults: Settings = {
  webhooks: 'normal',
  fault: 'none',
  settlement: 'at once',
  taxLocation: 'by address',
  offsetMs: 0,
  faultCalls: null,
}

export const loadSettings = async (db: Queryable): Promise<Settings> => ({
  ...defaults,
  ...((await readSettings(db)) as Partial<Settings>),
})
