import type { Delivery } from '../delivery.repository.ts'
import { faults, type Settings, webhookModes } from '../settings.ts'
import type { Objects } from '../wire.ts'
import { type Html, html, momentText } from './html.ts'
import { action, type Row, type Shelf, shelves } from './panel-rows.ts'

export type PanelView = {
  now: Date
  settings: Settings
  shelf: Shelf
  objects: { object: Objects[Shelf]; isDeclining: boolean; deliveries: Delivery[] }[]
  total: number
  notice: string | undefined
  product: string | undefined
}

const modeNames = {
  normal: 'Once, at once',
  twice: 'Twice at the same time',
  late: '15 seconds late',
  reversed: 'In reverse order',
  off: 'Not at all',
}
const faultNames = {
  none: 'Answers as it should',
  slow: 'Answers after 5 seconds',
  error: 'Answers 500',
  garbage: 'Answers what is no JSON',
}

export const panelPage = (view: PanelView): Html =>
  html`<main class="panel-main">
    <header class="panel-header">
      <h1>Payments sandbox</h1>
      ${view.product === undefined ? '' : html`<a class="button" href="${view.product}/subscription">Back to the product</a>`}
    </header>
    <p class="notice" role="status">${view.notice ?? ''}</p>
    <div class="switches">${clockCard(view)} ${webhookCard(view.settings)} ${faultCard(view.settings)}</div>
    <nav aria-label="Objects" class="shelves">
      <ul>
        ${Object.entries(shelves).map(
          ([key, { name }]) =>
            html`<li>
              <a href="/sandbox?show=${key}" ${key === view.shelf ? html` aria-current="page"` : ''}>${name}</a>
            </li>`,
        )}
      </ul>
    </nav>
    <section aria-labelledby="shelf-title">
      <h2 id="shelf-title">
        ${shelves[view.shelf].name}
        <span class="hint"
          >${view.total > view.objects.length ? `the newest ${view.objects.length} of ${view.total}` : view.total}</span
        >
      </h2>
      ${
        view.objects.length === 0
          ? html`<p class="empty">Nothing here yet. It fills as you use the product.</p>`
          : html`<ul class="rows">
              ${view.objects.map(rowOf(view.shelf))}
            </ul>`
      }
    </section>
  </main>`

const clockCard = ({ now, settings }: PanelView): Html =>
  html`<section class="sheet" aria-labelledby="clock-title">
    <h2 id="clock-title">Clock</h2>
    <p class="clock digits">
      <time datetime="${now.toISOString()}">${momentText(now.getTime() / 1000)}</time>
      <span class="hint">UTC${settings.offsetMs > 0 ? `, ${ahead(settings.offsetMs)} ahead` : ''}</span>
    </p>
    <p class="hint">
      The product goes by this clock too. It moves forward only; what falls due on the way happens in order.
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

const webhookCard = ({ webhooks }: Settings): Html =>
  html`<section class="sheet" aria-labelledby="webhook-title">
    <h2 id="webhook-title">Webhooks</h2>
    <form method="post" action="/sandbox" class="choice">
      <input type="hidden" name="action" value="setWebhooks" />
      <label for="mode">New events are sent</label>
      <div class="inline">
        <select id="mode" name="mode">
          ${webhookModes.map(
            mode =>
              html`<option value="${mode}" ${mode === webhooks ? html` selected` : ''}>${modeNames[mode]}</option>`,
          )}</select
        ><button>Set</button>
      </div>
    </form>
    <div class="buttons">${action('Send what waits now', 'releaseWebhooks', {})}</div>
  </section>`

const faultCard = ({ fault }: Settings): Html =>
  html`<section class="sheet" aria-labelledby="fault-title">
    <h2 id="fault-title">Faults</h2>
    <form method="post" action="/sandbox" class="choice">
      <input type="hidden" name="action" value="setFault" />
      <label for="fault">The API</label>
      <div class="inline">
        <select id="fault" name="fault">
          ${faults.map(
            one => html`<option value="${one}" ${one === fault ? html` selected` : ''}>${faultNames[one]}</option>`,
          )}</select
        ><button>Set</button>
      </div>
    </form>
    <p class="hint">A card’s charges can be made to fail under Cards.</p>
  </section>`

const rowOf =
  (shelf: Shelf) =>
  ({ object, ...more }: PanelView['objects'][number]): Html => {
    const describe = shelves[shelf].describe as (one: Objects[Shelf], facts: typeof more) => Row
    const { title, status, facts, actions = [] } = describe(object, more)
    const created = 'created' in object && typeof object.created === 'number' ? momentText(object.created) : null
    return html`<li>
      <div class="row-main">
        <strong>${title}</strong
        >${status ? html` <span class="badge ${status}">${status.replaceAll('_', ' ')}</span>` : ''}
        <p class="hint">${[...facts, created].filter(fact => fact !== null && fact !== undefined).join(' · ')}</p>
      </div>
      ${actions.length === 0 ? '' : html`<div class="buttons">${actions}</div>`}
      <details>
        <summary><code>${object.id}</code></summary>
        <pre tabindex="0" aria-label="${object.id} as JSON">${JSON.stringify(object, null, 2)}</pre>
      </details>
    </li>`
  }
