import type { FastifyInstance } from 'fastify'
import type { Changes } from '../changes.ts'
import type { Controls } from '../controls.ts'
import type { Database } from '../host.ts'
import { loadSettings, type Settings, type SwitchName, switches } from '../settings.ts'
import type { Kind } from '../wire.ts'
import { type Html, html, momentText } from './html.ts'
import { formOf } from './page-routes.ts'
import { sendPage } from './page.ts'
import { act, actionOf, actionsFor } from './panel-actions.ts'
import { factsOf, kinds, nameOf, type PanelRow, readRows } from './panel-rows.ts'

type PanelInput = {
  db: Database
  changes: Changes
  controls: Controls
  productUrl: () => string | undefined
  now: () => Date
}

/** The panel: the clock, the switches, and a table of every object. It works without scripts. */
export function panelRoutes(app: FastifyInstance, { db, changes, controls, productUrl, now }: PanelInput): void {
  app.get('/', (_request, reply) => reply.redirect('/sandbox'))
  app.get<{ Querystring: Record<string, string | undefined> }>('/sandbox', async ({ query }, reply) => {
    const kind = kindOf(query.show)
    const product = productUrl()
    const content = html`<main class="panel-main">
      <header class="panel-header">
        <h1>Payments sandbox</h1>
        ${product && html`<a class="button" href="${product}/subscription">Back to the product</a>`}
      </header>
      <p role="status">${query.notice}</p>
      ${switchesOf(await loadSettings(db), now())} ${tableOf(kind, await readRows(db, changes, kind))}
    </main>`
    return sendPage(reply, { title: nameOf(kind), content, layout: 'panel' })
  })
  app.post('/sandbox', async (request, reply) => {
    const notice = await act(controls, formOf(request))
    const { searchParams } = new URL(request.headers.referer ?? '/sandbox', 'http://sandbox')
    const query = new URLSearchParams({ show: kindOf(searchParams.get('show')), notice })
    return reply.redirect(`/sandbox?${query}`, 303)
  })
}

const kindOf = (name: string | null | undefined): Kind => kinds.find(kind => kind === name) ?? 'subscription'

const switchesOf = (settings: Settings, now: Date): Html =>
  html`<div class="switches">
    <section class="sheet" aria-labelledby="clock-title">
      <h2 id="clock-title">Clock</h2>
      <p class="digits">
        <strong>${momentText(now.getTime() / 1000)}</strong>
        <span class="hint">UTC, ${Math.round(settings.offsetMs / 3_600_000)} hours ahead</span>
      </p>
      <p class="hint">
        The product uses this clock too. It only moves forward. Everything due on the way happens in order.
      </p>
      <div class="buttons">${['hour', 'day', 'week', 'advanceToNextRenewal'].map(name => button(name))}</div>
    </section>
    <section class="sheet" aria-labelledby="switches-title">
      <h2 id="switches-title">Switches</h2>
      ${(Object.keys(switches) as SwitchName[]).map(name => switchForm(name, settings))}
      <div class="buttons">${button('releaseWebhooks')}</div>
    </section>
  </div>`

const switchForm = (name: SwitchName, settings: Settings): Html =>
  html`<form method="post" action="/sandbox">
    <input type="hidden" name="action" value="set" /><input type="hidden" name="name" value="${name}" />
    <label for="${name}">${switches[name].label}</label>
    <div class="inline">
      <select id="${name}" name="value">
        ${Object.entries(switches[name].values).map(
          ([value, text]) =>
            html`<option value="${value}" ${value === settings[name] && html` selected`}>${text}</option>`,
        )}</select
      ><button>Set</button>
    </div>
    ${
      name === 'fault' &&
      html`<label for="calls">For how many calls (empty: until changed)</label>
        <input id="calls" name="calls" inputmode="numeric" pattern="[0-9]*" value="${settings.faultCalls}" />`
    }
  </form>`

const tableOf = (kind: Kind, rows: PanelRow[]): Html =>
  html`<nav aria-label="Objects" class="buttons">
      ${kinds.map(
        one => html`<a href="/sandbox?show=${one}" ${one === kind && html` aria-current="page"`}>${nameOf(one)}</a>`,
      )}
    </nav>
    <div class="scroll" role="region" tabindex="0" aria-label="${nameOf(kind)}">
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
    </div>`

function tableRow(row: PanelRow): Html {
  const { object, status } = row
  return html`<tr>
    <td class="digits">${'created' in object && momentText(object.created)}</td>
    <td>
      ${factsOf(object)}
      <details>
        <summary><code>${object.id}</code></summary>
        <pre tabindex="0" aria-label="${object.id} as JSON">${JSON.stringify(object, null, 2)}</pre>
      </details>
    </td>
    <td>${status.replaceAll('_', ' ')}</td>
    <td>
      <div class="buttons">${actionsFor(row).map(name => button(name, object.id))}</div>
    </td>
  </tr>`
}

function button(name: string, id?: string): Html {
  const { label, tone } = actionOf(name)
  return html`<form method="post" action="/sandbox">
    <input type="hidden" name="action" value="${name}" />${id && html`<input type="hidden" name="id" value="${id}" />`}
    <button class="${tone}">${label}</button>
  </form>`
}
