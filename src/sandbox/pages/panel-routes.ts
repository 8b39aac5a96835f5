import type { FastifyInstance } from 'fastify'
import type { Changes } from '../changes.ts'
import type { Controls } from '../controls.ts'
import type { Database } from '../host.ts'
import { loadSettings } from '../settings.ts'
import { formOf } from './page-routes.ts'
import { sendPage } from './page.ts'
import { act } from './panel-actions.ts'
import { panelPage } from './panel-page.ts'
import { readRows, type ShownKind, shownKinds } from './panel-rows.ts'

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
    const settings = await loadSettings(db)
    const rows = await readRows(db, changes, kind)
    const content = panelPage({ now: now(), settings, kind, rows, notice: query.notice, product: productUrl() })
    return sendPage(reply, { title: shownKinds[kind], content, layout: 'panel' })
  })
  app.post('/sandbox', async (request, reply) => {
    const notice = await act(controls, formOf(request))
    const { searchParams } = new URL(request.headers.referer ?? '/sandbox', 'http://sandbox')
    const query = new URLSearchParams({ show: kindOf(searchParams.get('show')), notice })
    return reply.redirect(`/sandbox?${query}`, 303)
  })
}

const kindOf = (name: string | null | undefined): ShownKind =>
  typeof name === 'string' && Object.hasOwn(shownKinds, name) ? (name as ShownKind) : 'subscription'
