import type { FastifyInstance } from 'fastify'
import { decodeForm } from '../api/form-body.ts'
import type { Changes } from '../changes.ts'
import type { Controls } from '../controls.ts'
import type { Database } from '../host.ts'
import { readDeliveries } from '../delivery.repository.ts'
import { loadSettings, type SwitchName, switches, valuesOf } from '../settings.ts'
import { StripeError } from '../stripe-error.ts'
import { sendPage } from './page.ts'
import { panelPage, type Row, type ShownKind, shownKinds } from './panel-page.ts'

const SHOWN = 50

type PanelInput = {
  db: Database
  changes: Changes
  controls: Controls
  productUrl: () => string | undefined
  now: () => Date
}

/** The panel: the clock, the switches, and a table of every object. It works without scripts. */
export function panelRoutes(app: FastifyInstance, input: PanelInput): void {
  app.get('/', (_request, reply) => reply.redirect('/sandbox'))
  app.get('/sandbox', async (request, reply) => {
    const { show, notice } = request.query as Record<string, string | undefined>
    const kind = kindOf(show)
    const content = panelPage({
      now: input.now(),
      settings: await loadSettings(input.db),
      kind,
      rows: await readRows(input, kind),
      notice,
      product: input.productUrl(),
    })
    return sendPage(reply, { title: shownKinds[kind], content, layout: 'panel' })
  })
  app.post('/sandbox', async (request, reply) => {
    const form = decodeForm(typeof request.body === 'string' ? request.body : '')
    const notice = await act(input.controls, form as Record<string, string>)
    const back = new URL(request.headers.referer ?? '/sandbox', 'http://sandbox')
    const query = new URLSearchParams({ show: kindOf(back.searchParams.get('show') ?? undefined), notice })
    return reply.redirect(`/sandbox?${query}`, 303)
  })
}

const kindOf = (name: string | undefined): ShownKind =>
  name !== undefined && Object.hasOwn(shownKinds, name) ? (name as ShownKind) : 'subscription'

async function readRows({ db, changes }: PanelInput, kind: ShownKind): Promise<Row[]> {
  const deliveries = kind === 'event' ? await readDeliveries(db) : []
  return changes.run(async store =>
    (await store.list(kind))
      .slice(-SHOWN)
      .toReversed()
      .map(object => ({
        object,
        isDeclining: object.object === 'payment_method' && store.hidden(object).declines !== undefined,
        delivery: deliveries.findLast(({ event }) => event === object.id),
      })),
  )
}

/** Does what a button says, and returns a sentence about it. */
async function act(controls: Controls, form: Record<string, string>): Promise<string> {
  const [run, notice] = actions[form.action ?? ''] ?? []
  try {
    await run?.(controls, form.id ?? '', form)
    return notice ?? 'The panel has no such button.'
  } catch (error) {
    if (error instanceof StripeError) return error.message
    throw error
  }
}

async function setSwitch(controls: Controls, { name = '', value = '', calls = '' }: Record<string, string>) {
  if (!Object.hasOwn(switches, name)) return
  const known = name as SwitchName
  const chosen = valuesOf(known).find(one => one === value)
  if (chosen === undefined) return
  if (known === 'fault') await controls.setFaultCalls(/^\d{1,6}$/.test(calls) ? Number(calls) : null)
  await controls.setSwitch(known, chosen)
}

const signInAgain = 'If your session has ended meanwhile, sign in again.'
const amountOf = (text = '0'): number => Math.abs(Number(text)) || 0

type Run = (controls: Controls, id: string, form: Record<string, string>) => Promise<unknown>
const actions: Record<string, [run: Run, notice: string]> = {
  advance: [
    (controls, _id, { days, hours }) => controls.advance({ days: amountOf(days), hours: amountOf(hours) }),
    `The clock was moved. ${signInAgain}`,
  ],
  advanceToNextRenewal: [
    controls => controls.advanceToNextRenewal(),
    `The clock was moved to just after the next renewal. ${signInAgain}`,
  ],
  set: [(controls, _id, form) => setSwitch(controls, form), 'The switch was set.'],
  releaseWebhooks: [controls => controls.releaseWebhooks(), 'The waiting webhooks were sent.'],
  resendEvent: [(controls, id) => controls.resendEvent(id), 'The event was sent again.'],
  cancelInPortal: [
    (controls, id) => controls.cancelInPortal(id),
    'The plan ends with its period, as if canceled in the billing portal.',
  ],
  renewInPortal: [(controls, id) => controls.renewInPortal(id), 'The plan renews again.'],
  declineCharges: [
    (controls, id) => controls.declineCharges(id, 'generic_decline'),
    'Charges of this card are declined from now on.',
  ],
  acceptCharges: [
    (controls, id) => controls.declineCharges(id, null),
    'From now on this card behaves as its number says.',
  ],
  refund: [(controls, id) => controls.refund(id), 'The charge was refunded.'],
  dispute: [(controls, id) => controls.dispute(id), 'The charge is disputed.'],
  deleteCustomer: [(controls, id) => controls.deleteCustomer(id), 'The customer was deleted.'],
}
