import type { Controls } from '../controls.ts'
import { type SwitchName, switches, valuesOf } from '../settings.ts'
import { StripeError } from '../stripe-error.ts'
import type { PanelRow } from './panel-rows.ts'

type Form = Record<string, string | undefined>
type Action = {
  label: string
  /** What the panel says afterwards. */
  notice: string
  tone?: 'danger' | 'primary'
  run: (controls: Controls, id: string, form: Form) => Promise<unknown>
  /** The rows of the table that have this button. */
  isFor?: (row: PanelRow) => boolean
}

const signInAgain = 'If your session has ended meanwhile, sign in again.'
const moved = `The clock was moved. ${signInAgain}`
const canBeReturned = ({ object }: PanelRow) =>
  object.object === 'charge' && object.paid && !object.refunded && !object.disputed
const isLive = ({ object }: PanelRow) =>
  object.object === 'subscription' && (object.status === 'active' || object.status === 'past_due')
const endsLater = ({ object }: PanelRow) => object.object === 'subscription' && object.cancel_at !== null

/** Everything the panel's buttons do. */
export const actions = {
  hour: { label: '+1 hour', notice: moved, run: controls => controls.advance({ hours: 1 }) },
  day: { label: '+1 day', notice: moved, run: controls => controls.advance({ days: 1 }) },
  week: { label: '+1 week', notice: moved, run: controls => controls.advance({ days: 7 }) },
  advanceToNextRenewal: {
    label: 'To the next renewal',
    tone: 'primary',
    notice: `The clock was moved to just after the next renewal. ${signInAgain}`,
    run: controls => controls.advanceToNextRenewal(),
  },
  set: { label: 'Set', notice: 'The switch was set.', run: (controls, _id, form) => setSwitch(controls, form) },
  releaseWebhooks: {
    label: 'Send waiting webhooks now',
    notice: 'The waiting webhooks were sent.',
    run: controls => controls.releaseWebhooks(),
  },
  resendEvent: {
    label: 'Send again',
    notice: 'The event was sent again.',
    run: (controls, id) => controls.resendEvent(id),
    isFor: ({ object }) => object.object === 'event',
  },
  cancelInPortal: {
    label: 'Cancel as in the portal',
    notice: 'The plan ends with its period, as if canceled in the billing portal.',
    run: (controls, id) => controls.cancelInPortal(id),
    isFor: row => isLive(row) && !endsLater(row),
  },
  renewInPortal: {
    label: 'Renew as in the portal',
    notice: 'The plan renews again.',
    run: (controls, id) => controls.renewInPortal(id),
    isFor: row => isLive(row) && endsLater(row),
  },
  declineCharges: {
    label: 'Decline its charges',
    notice: 'Charges of this card are declined from now on.',
    run: (controls, id) => controls.declineCharges(id, 'generic_decline'),
    isFor: ({ object, isDeclining }) => object.object === 'payment_method' && !isDeclining,
  },
  acceptCharges: {
    label: 'Accept charges again',
    notice: 'From now on this card behaves as its number says.',
    run: (controls, id) => controls.declineCharges(id, null),
    isFor: ({ isDeclining }) => isDeclining,
  },
  refund: {
    label: 'Refund',
    notice: 'The charge was refunded.',
    run: (controls, id) => controls.refund(id),
    isFor: canBeReturned,
  },
  dispute: {
    label: 'Dispute',
    tone: 'danger',
    notice: 'The charge is disputed.',
    run: (controls, id) => controls.dispute(id),
    isFor: canBeReturned,
  },
  deleteCustomer: {
    label: 'Delete',
    tone: 'danger',
    notice: 'The customer was deleted.',
    run: (controls, id) => controls.deleteCustomer(id),
    isFor: ({ object }) => object.object === 'customer' && !('deleted' in object),
  },
} satisfies Record<string, Action>
export type ActionName = keyof typeof actions

export const actionOf = (name: ActionName): Action => actions[name]
export const actionsFor = (row: PanelRow): ActionName[] =>
  (Object.keys(actions) as ActionName[]).filter(name => actionOf(name).isFor?.(row))

/** Does what a button says, and returns a sentence about it. */
export async function act(controls: Controls, form: Form): Promise<string> {
  const { action: name = '', id = '' } = form
  if (!Object.hasOwn(actions, name)) return 'The panel has no such button.'
  const action = actionOf(name as ActionName)
  try {
    await action.run(controls, id, form)
    return action.notice
  } catch (error) {
    if (error instanceof StripeError) return error.message
    throw error
  }
}

async function setSwitch(controls: Controls, { name = '', value, calls = '' }: Form): Promise<void> {
  if (!Object.hasOwn(switches, name)) return
  const known = name as SwitchName
  const chosen = valuesOf(known).find(one => one === value)
  if (chosen === undefined) return
  await controls.setSwitch(known, chosen)
  if (name === 'fault') await controls.setFaultCalls(/^\d{1,6}$/.test(calls) ? Number(calls) : null)
}
