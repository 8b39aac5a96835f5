import {
  type Fault,
  faults,
  type Settings,
  type Settlement,
  settlements,
  type TaxLocation,
  taxLocations,
  type WebhookMode,
  webhookModes,
} from '../settings.ts'
import { type Html, html, momentText } from './html.ts'
import { action } from './panel-rows.ts'

const modeNames: Record<WebhookMode, string> = {
  normal: 'Once, immediately',
  twice: 'Twice at the same time',
  late: '15 seconds late',
  reversed: 'In reverse order',
  off: 'Not at all',
}
const faultNames: Record<Fault, string> = {
  none: 'Answers normally',
  slow: 'Answers after 5 seconds',
  error: 'Answers 500',
  'stored error': 'Answers 500, and repeats it for a day under the same key',
  garbage: 'Answers with something that is not JSON',
  'answer lost': 'Loses its first answer to each change',
  'answers lost': 'Loses all answers to changes',
  busy: 'Answers 429 and says when to try again',
  'busy, no hint': 'Answers 429',
}
const settlementNames: Record<Settlement, string> = {
  'at once': 'At the same moment',
  late: '5 seconds later',
}
const taxLocationNames: Record<TaxLocation, string> = {
  'by address': 'Found by the customer’s address',
  invalid: 'Never found',
}

type View = { now: Date; settings: Settings }
export const switchCards = (view: View): Html => html`${clockCard(view)} ${switchCard(view)}`

const clockCard = ({ now, settings }: View): Html =>
  html`<section class="sheet" aria-labelledby="clock-title">
    <h2 id="clock-title">Clock</h2>
    <p class="clock digits">
      <time datetime="${now.toISOString()}">${momentText(now.getTime() / 1000)}</time>
      <span class="hint">UTC${settings.offsetMs > 0 ? `, ${ahead(settings.offsetMs)} ahead` : ''}</span>
    </p>
    <p class="hint">
      The product uses this clock too. It only moves forward. Everything due on the way happens in order.
    </p>
    <div class="buttons">
      ${action('+1 hour', 'advance', { hours: '1' })} ${action('+1 day', 'advance', { days: '1' })}
      ${action('+1 week', 'advance', { days: '7' })}
      ${action('To the next renewal', 'advanceToNextRenewal', {}, 'primary')}
    </div>
  </section>`

const ahead = (ms: number): string => {
  const hours = Math.round(ms / 3_600_000)
  return hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`
}

const switchCard = ({ settings }: View): Html =>
  html`<section class="sheet" aria-labelledby="switches-title">
    <h2 id="switches-title">Switches</h2>
    ${choice({ label: 'New webhooks are sent', setter: 'setWebhooks', values: webhookModes, names: modeNames, now: settings.webhooks })}
    <div class="buttons">${action('Send waiting webhooks now', 'releaseWebhooks', {})}</div>
    ${choice({ label: 'The API', setter: 'setFault', values: faults, names: faultNames, now: settings.fault, more: callsField(settings) })}
    ${choice({ label: 'After 3-D Secure, the invoice is paid', setter: 'setSettlement', values: settlements, names: settlementNames, now: settings.settlement })}
    ${choice({ label: 'The place for taxes is', setter: 'setTaxLocation', values: taxLocations, names: taxLocationNames, now: settings.taxLocation })}
    <p class="hint">
      Charges of a card can be made to fail under Cards. Cancel a plan as the billing portal does under Subscriptions.
    </p>
  </section>`

const callsField = ({ faultCalls }: Settings): Html =>
  html`<label for="calls">For how many calls (empty: until changed)</label>
    <input id="calls" name="calls" inputmode="numeric" pattern="[0-9]*" value="${faultCalls ?? ''}" />`

type Choice<Value extends string> = {
  label: string
  setter: string
  values: readonly Value[]
  names: Record<Value, string>
  now: Value
  more?: Html
}

const choice = <Value extends string>({ label, setter, values, names, now, more }: Choice<Value>): Html =>
  html`<form method="post" action="/sandbox" class="choice">
    <input type="hidden" name="action" value="${setter}" />
    <label for="${setter}">${label}</label>
    <div class="inline">
      <select id="${setter}" name="value">
        ${values.map(
          value => html`<option value="${value}" ${value === now ? html` selected` : ''}>${names[value]}</option>`,
        )}</select
      ><button>Set</button>
    </div>
    ${more ?? ''}
  </form>`
