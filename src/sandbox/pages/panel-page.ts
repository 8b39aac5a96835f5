import { type Settings, type SwitchName, switches } from '../settings.ts'
import { type Html, html, momentText } from './html.ts'
import { type ActionName, actionOf, actionsFor } from './panel-actions.ts'
import { factsOf, linkOf, type PanelRow, type ShownKind, shownKinds } from './panel-rows.ts'

type Panel = {
  now: Date
  settings: Settings
  kind: ShownKind
  rows: PanelRow[]
  notice: string | undefined
  product: string | undefined
}

export const panelPage = ({ now, settings, kind, rows, notice, product }: Panel): Html =>
  html`<main class="panel-main">
    <header class="panel-header">
      <h1>Payments sandbox</h1>
      ${product && html`<a class="button" href="${product}/subscription">Back to the product</a>`}
    </header>
    <p class="notice" role="status">${notice}</p>
    <div class="switches">${clock(now, settings)} ${switchForms(settings)}</div>
    <nav aria-label="Objects" class="buttons">
      ${Object.entries(shownKinds).map(
        ([key, name]) => html`<a href="/sandbox?show=${key}" ${key === kind && html` aria-current="page"`}>${name}</a>`,
      )}
    </nav>
    <div class="scroll" role="region" tabindex="0" aria-label="${shownKinds[kind]}">
      <table>
        <thead>
          <tr>
            ${['Created', 'Object', 'Status', 'Actions'].map(name => html`<th>${name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(tableRow)}
        </tbody>
      </table>
      ${rows.length === 0 && html`<p>Nothing here yet.</p>`}
    </div>
  </main>`

const clock = (now: Date, { offsetMs }: Settings): Html =>
  html`<section class="sheet" aria-labelledby="clock-title">
    <h2 id="clock-title">Clock</h2>
    <p class="digits">
      <strong>${momentText(now.getTime() / 1000)}</strong>
      <span class="hint">UTC${offsetMs > 0 && `, ${Math.round(offsetMs / 3_600_000)} hours ahead`}</span>
    </p>
    <p class="hint">
      The product uses this clock too. It only moves forward. Everything due on the way happens in order.
    </p>
    <div class="buttons">${(['hour', 'day', 'week', 'advanceToNextRenewal'] as const).map(name => button(name))}</div>
  </section>`

const switchForms = (settings: Settings): Html =>
  html`<section class="sheet" aria-labelledby="switches-title">
    <h2 id="switches-title">Switches</h2>
    ${Object.entries(switches).map(
      ([name, { label, values }]) =>
        html`<form method="post" action="/sandbox">
          <input type="hidden" name="action" value="set" /><input type="hidden" name="name" value="${name}" />
          <label for="${name}">${label}</label>
          <div class="inline">
            <select id="${name}" name="value">
              ${Object.entries(values).map(
                ([value, text]) =>
                  html`<option value="${value}" ${value === settings[name as SwitchName] && html` selected`}>
                    ${text}
                  </option>`,
              )}</select
            ><button>Set</button>
          </div>
          ${
            name === 'fault' &&
            html`<label for="calls">For how many calls (empty: until changed)</label>
              <input id="calls" name="calls" inputmode="numeric" pattern="[0-9]*" value="${settings.faultCalls}" />`
          }
        </form>`,
    )}
    <div class="buttons">${button('releaseWebhooks')}</div>
  </section>`

function tableRow(row: PanelRow): Html {
  const { object, status } = row
  const link = linkOf(row)
  return html`<tr>
    <td class="digits">${'created' in object && momentText(object.created)}</td>
    <td>
      ${factsOf(object)}
      <details>
        <summary><code>${object.id}</code></summary>
        <pre tabindex="0" aria-label="${object.id} as JSON">${JSON.stringify(object, null, 2)}</pre>
      </details>
    </td>
    <td>${status && html`<span class="badge ${status}">${status.replaceAll('_', ' ')}</span>`}</td>
    <td>
      <div class="buttons">
        ${actionsFor(row).map(name => button(name, object.id))}
        ${link && html`<a class="button" href="${link.href}">${link.label}</a>`}
      </div>
    </td>
  </tr>`
}

function button(name: ActionName, id?: string): Html {
  const { label, tone } = actionOf(name)
  return html`<form method="post" action="/sandbox">
    <input type="hidden" name="action" value="${name}" />${id && html`<input type="hidden" name="id" value="${id}" />`}
    <button class="${tone}">${label}</button>
  </form>`
}
