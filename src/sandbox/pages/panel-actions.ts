import type { Controls } from '../controls.ts'
import { isRenewing } from '../objects/subscription-state.ts'
import { type Fault, type SwitchName, switches } from '../settings.ts'
import { StripeError } from '../stripe-error.ts'
import type { Kind, Objects } from '../wire.ts'
import type { PanelRow } from './panel-rows.ts'

type Form = Record<string, string | undefined>
type Action = {
  label: string
  /** The panel's message afterwards. By default, it says that the action was done. */
  notice?: string
  tone?: 'danger' | 'primary'
  /** Carries out the action. By default, calls the control with the action's name. */
  run?: (controls: Controls, id: string, form: Form) => Promise<unknown>
  /** The rows of the table that have this button. */
  isFor?: (row: PanelRow) => boolean
}

const on =
  <K extends Kind>(kind: K, isWanted: (object: Objects[K], status: string) => boolean) =>
  ({ object, status }: PanelRow): boolean =>
    object.object === kind && isWanted(object as Objects[K], status)
const canBeReversed = on('charge', ({ paid, refunded, disputed }) => paid && !refunded && !disputed)
const moved = 'The clock was moved. If your session has ended meanwhile, sign in again.'

/** Everything the panel's buttons do. */
const actions: Record<string, Action> = {
  hour: { label: '+1 hour', notice: moved, run: controls => controls.advance({ hours: 1 }) },
  day: { label: '+1 day', notice: moved, run: controls => controls.advance({ days: 1 }) },
  week: { label: '+1 week', notice: moved, run: controls => controls.advance({ days: 7 }) },
  advanceToNextRenewal: {
    label: 'To the next renewal',
    tone: 'primary',
    notice: moved.replace('moved', 'moved to just after the next renewal'),
  },
  set: { label: 'Set', notice: 'The switch was set.', run: (controls, _id, form) => setSwitch(controls, form) },
  releaseWebhooks: { label: 'Send waiting webhooks now' },
  resendEvent: { label: 'Send again', isFor: on('event', () => true) },
  cancelInPortal: {
    label: 'Cancel as in the portal',
    isFor: on('subscription', one => isRenewing(one) && one.cancel_at === null),
  },
  renewInPortal: {
    label: 'Renew as in the portal',
    isFor: on('subscription', one => isRenewing(one) && one.cancel_at !== null),
  },
  declineCharges: {
    label: 'Decline its charges',
    notice: 'Charges of this card are declined from now on.',
    run: (controls, id) => controls.declineCharges(id, 'generic_decline'),
    isFor: on('payment_method', (_card, status) => status !== 'declines'),
  },
  acceptCharges: {
    label: 'Accept charges again',
    run: (controls, id) => controls.declineCharges(id, null),
    isFor: on('payment_method', (_card, status) => status === 'declines'),
  },
  refund: { label: 'Refund', isFor: canBeReversed },
  dispute: { label: 'Dispute', tone: 'danger', isFor: canBeReversed },
  deleteCustomer: { label: 'Delete', tone: 'danger', isFor: on('customer', (_one, status) => status !== 'deleted') },
}

export const actionsFor = (row: PanelRow): string[] => Object.keys(actions).filter(name => actions[name]?.isFor?.(row))

export function actionOf(name: string): Action {
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined
  return action ?? { label: name, notice: 'The panel has no such button.', run: async () => {} }
}

/** Carries out a button's action, and returns the message about it. */
export async function act(controls: Controls, form: Form): Promise<string> {
  const { action = '', id = '' } = form
  const { label, notice = `Done: ${label}.`, run = it => it[action as 'refund'](id) } = actionOf(action)
  return run(controls, id, form).then(
    () => notice,
    (error: unknown) => {
      if (error instanceof StripeError) return error.message
      throw error
    },
  )
}

async function setSwitch(controls: Controls, { name = '', value = '', calls = '' }: Form): Promise<void> {
  if (!Object.hasOwn(switches, name) || !Object.hasOwn(switches[name as SwitchName].values, value)) return
  const count = /^\d{1,6}$/.test(calls) ? Number(calls) : null
  if (name === 'fault') await controls.setFault(value as Fault, { calls: count })
  else await controls.setSwitch(name as SwitchName, value as never)
}
