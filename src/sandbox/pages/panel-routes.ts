import type { FastifyInstance } from 'fastify'
import type { Database } from '../database.ts'
import { decodeForm } from '../api/form-body.ts'
import type { Changes } from '../changes.ts'
import type { Controls } from '../controls.ts'
import { readDeliveries } from '../delivery.repository.ts'
import { faults, loadSettings, settlements, taxLocations, webhookModes } from '../settings.ts'
import { StripeError } from '../stripe-error.ts'
import { sendPage } from './page.ts'
import { panelPage } from './panel-page.ts'
import { type Shelf, shelves } from './panel-rows.ts'

const SHOWN = 50

export type PanelInput = {
  db: Database
  changes: Changes
  controls: Controls
  productUrl: () => string | undefined
  now: () => Date
}

/** The panel: every object, the clock, and the switches. It works without scripts. */
export function panelRoutes(app: FastifyInstance, input: PanelInput): void {
  app.get('/', (_request, reply) => reply.redirect('/sandbox'))
  app.get('/sandbox', async (request, reply) => {
    const { show, notice } = request.query as Record<string, string | undefined>
    const shelf = shelfOf(show)
    const content = panelPage({
      now: input.now(),
      settings: await loadSettings(input.db),
      ...(await readShelf(input, shelf)),
      notice,
      product: input.productUrl(),
    })
    return sendPage(reply, { title: shelves[shelf].name, content, layout: 'panel' })
  })
  app.post('/sandbox', async (request, reply) => {
    const form = decodeForm(typeof request.body === 'string' ? request.body : '')
    const notice = await act(input.controls, form as Record<string, string>)
    const back = new URL(request.headers.referer ?? '/sandbox', 'http://sandbox')
    const query = new URLSearchParams({ show: shelfOf(back.searchParams.get('show') ?? undefined), notice })
    return reply.redirect(`/sandbox?${query}`, 303)
  })
}

const shelfOf = (name: string | undefined): Shelf =>
  name !== undefined && Object.hasOwn(shelves, name) ? (name as Shelf) : 'subscription'

async function readShelf({ db, changes }: PanelInput, shelf: Shelf) {
  const deliveries = shelf === 'event' ? await readDeliveries(db) : []
  return changes.run(async store => {
    const all = await store.list(shelf)
    const objects = all
      .slice(-SHOWN)
      .toReversed()
      .map(object => ({
        object,
        isDeclining: object.object === 'payment_method' && store.hidden(object).declines !== undefined,
        deliveries: deliveries.filter(({ event }) => event === object.id),
      }))
    return { shelf, objects, total: all.length }
  })
}

/** Does what a button says, and tells in a sentence what it did. */
async function act(controls: Controls, form: Record<string, string>): Promise<string> {
  try {
    return (await actions[form.action ?? '']?.(controls, form)) ?? 'The panel has no such button.'
  } catch (error) {
    if (error instanceof StripeError) return error.message
    throw error
  }
}

const signInAgain = 'Where a session of the product has ended on the way, sign in again.'

type Action = (controls: Controls, form: Record<string, string>) => Promise<string>
const actions: Record<string, Action> = {
  advance: async (controls, { days = '0', hours = '0' }) => {
    await controls.advance({ days: Math.abs(Number(days)), hours: Math.abs(Number(hours)) })
    return `The clock was moved. ${signInAgain}`
  },
  advanceToNextRenewal: async controls => {
    await controls.advanceToNextRenewal()
    return `The clock was moved to just after the next renewal. ${signInAgain}`
  },
  setWebhooks: async (controls, { value }) => {
    await controls.setWebhooks(webhookModes.find(known => known === value) ?? 'normal')
    return 'New webhooks are sent that way from now on.'
  },
  releaseWebhooks: async controls => {
    await controls.releaseWebhooks()
    return 'What waited has been sent.'
  },
  resendEvent: async (controls, { event = '' }) => {
    await controls.resendEvent(event)
    return 'The event was sent again.'
  },
  setFault: async (controls, { value, calls = '' }) => {
    await controls.setFault(faults.find(known => known === value) ?? 'none', {
      calls: /^\d{1,6}$/.test(calls) ? Number(calls) : null,
    })
    return 'The API answers that way from now on.'
  },
  setSettlement: async (controls, { value }) => {
    await controls.setSettlement(settlements.find(known => known === value) ?? 'at once')
    return 'Invoices are settled that way from now on.'
  },
  setTaxLocation: async (controls, { value }) => {
    await controls.setTaxLocation(taxLocations.find(known => known === value) ?? 'by address')
    return 'Places are found that way from now on.'
  },
  cancelInPortal: async (controls, { subscription = '' }) => {
    await controls.cancelInPortal(subscription)
    return 'The plan ends with its period, as if canceled in the billing portal.'
  },
  renewInPortal: async (controls, { subscription = '' }) => {
    await controls.renewInPortal(subscription)
    return 'The plan renews again.'
  },
  declineCharges: async (controls, { card = '' }) => {
    await controls.declineCharges(card, 'generic_decline')
    return 'Charges of this card are declined from now on.'
  },
  acceptCharges: async (controls, { card = '' }) => {
    await controls.declineCharges(card, null)
    return 'The card behaves as its number says again.'
  },
  renewCard: async (controls, { card = '' }) => {
    await controls.renewCard(card)
    return 'The card has a later expiry.'
  },
  detachCard: async (controls, { card = '' }) => {
    await controls.detachCard(card)
    return 'The card was detached.'
  },
  refund: async (controls, { charge = '' }) => {
    await controls.refund(charge)
    return 'The charge was refunded.'
  },
  dispute: async (controls, { charge = '' }) => {
    await controls.dispute(charge)
    return 'The charge is disputed.'
  },
  deleteCustomer: async (controls, { customer = '' }) => {
    await controls.deleteCustomer(customer)
    return 'The customer was deleted.'
  },
}
