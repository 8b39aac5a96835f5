import type { Delivery } from '../delivery.repository.ts'
import type { Settings } from '../settings.ts'
import type { Objects } from '../wire.ts'
import { type Html, html, momentText } from './html.ts'
import { type Row, type Shelf, shelves } from './panel-rows.ts'
import { switchCards } from './panel-switches.ts'

export type PanelView = {
  now: Date
  settings: Settings
  shelf: Shelf
  objects: { object: Objects[Shelf]; isDeclining: boolean; deliveries: Delivery[] }[]
  total: number
  notice: string | undefined
  product: string | undefined
}

export const panelPage = (view: PanelView): Html =>
  html`<main class="panel-main">
    <header class="panel-header">
      <h1>Payments sandbox</h1>
      ${view.product === undefined ? '' : html`<a class="button" href="${view.product}/subscription">Back to the product</a>`}
    </header>
    <p class="notice" role="status">${view.notice ?? ''}</p>
    <div class="switches">${switchCards(view)}</div>
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
