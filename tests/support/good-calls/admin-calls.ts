import { createHash, randomBytes } from 'node:crypto'
import type { PlaceLoadInput, ReleaseDecisionInput } from '#contract/places/place-loads.ts'
import type { RemovalInput } from '#contract/places/suppression.ts'
import { signUp } from '../app.ts'
import { contactInput, type GoodCalls, newName, ownerOfLead } from './good-call.ts'

/** Good calls of the endpoints for administrators, and of requests that they decide about. */
export const adminCalls: GoodCalls = {
  'PATCH /api/admin/users/:id': async app => {
    const { user } = await signUp(app)
    return { options: { url: `/api/admin/users/${user.id}` }, body: { isDisabled: true } }
  },
  'DELETE /api/admin/users/:id/sessions': async app => {
    const { user } = await signUp(app)
    return { options: { url: `/api/admin/users/${user.id}/sessions` } }
  },
  'GET /api/admin/security-events': async () => ({ options: { query: { limit: '20' } } }),
  'POST /api/removal-requests': async () => ({
    body: { businessName: 'Ann Plumbing', email: `${newName()}@gmail.com` } satisfies RemovalInput,
  }),
  'POST /api/removal-requests/confirm': async (_app, { db, clock }) => {
    const token = randomBytes(32).toString('base64url')
    await db.query(
      `INSERT INTO removal_request (business_name, email, message, status, token_hashes, created_at)
       VALUES ('Ann', 'ann@ann-plumbing.example.org', '', 'awaiting_mail', ARRAY[$1::bytea], $2)`,
      [createHash('sha256').update(token).digest(), clock.now()],
    )
    return { body: { token } }
  },
  'GET /api/admin/removal-requests': async () => ({}),
  'POST /api/admin/removal-requests/:id': async (_app, { db, clock }) => {
    const [request] = await db.query<{ id: number }>(
      `INSERT INTO removal_request (business_name, email, message, status, created_at)
       VALUES ('Bob', 'bob@gmail.com', '', 'awaiting_admin', $1) RETURNING id`,
      [clock.now()],
    )
    return { options: { url: `/api/admin/removal-requests/${request?.id}` }, body: { decision: 'refuse' } }
  },
  'GET /api/admin/lead-reports': async () => ({}),
  'POST /api/admin/lead-reports/:id': async (app, { db, clock }) => {
    const { as, leadId } = await ownerOfLead(app)
    const [report] = await db.query<{ id: number }>(
      `INSERT INTO lead_report (lead_id, user_id, place_key, reason, state, created_at)
       VALUES ($1, $2, '', 'closed', 'waiting', $3) RETURNING id`,
      [leadId, as.user.id, clock.now()],
    )
    return { options: { url: `/api/admin/lead-reports/${report?.id}` }, body: { decision: 'refuse' } }
  },
  'GET /api/admin/place-overrides': async () => ({}),
  'POST /api/admin/place-overrides': async (app, { db }) => {
    const { leadId } = await ownerOfLead(app)
    const [lead] = await db.query<{ placeKey: string }>('SELECT place_key AS "placeKey" FROM lead WHERE id = $1', [
      leadId,
    ])
    return { body: { placeKey: lead?.placeKey, fault: 'closed' } }
  },
  'POST /api/admin/place-overrides/:id': async (_app, { db, clock }) => {
    const [override] = await db.query<{ id: number }>(
      `INSERT INTO place_override (place_key, place_keys, fault, effect, basis, fact_mark, from_release, name, created_at, confirmed_at)
       VALUES ('overture:gone', '{overture:gone}', 'closed', 'doubted', 'reports', 0, '', 'Gone', $1, $1)
       ON CONFLICT (place_key, fault) WHERE ended_at IS NULL DO UPDATE SET name = EXCLUDED.name RETURNING id`,
      [clock.now()],
    )
    return { options: { url: `/api/admin/place-overrides/${override?.id}` }, body: { decision: 'remove' } }
  },
  'GET /api/admin/suppressions': async () => ({}),
  'POST /api/admin/suppressions': async () => ({ body: { value: '303-440-9999' } }),
  'DELETE /api/admin/suppressions/:id': async (_app, { db, clock }) => {
    const [entry] = await db.query<{ id: number }>(
      `INSERT INTO suppression (kind, value, reason, created_at) VALUES ('email', $1, '', $2) RETURNING id`,
      [`${newName()}@example.org`, clock.now()],
    )
    return { options: { url: `/api/admin/suppressions/${entry?.id}` } }
  },
  'GET /api/admin/places': async () => ({}),
  'GET /api/admin/place-loads': async () => ({}),
  'POST /api/admin/place-loads': async () => ({
    body: { location: 'Boulder, CO', miles: 10 } satisfies PlaceLoadInput,
  }),
  'GET /api/admin/releases': async () => ({}),
  'POST /api/admin/releases/decisions': async () => ({
    body: { release: '2026-05-20.0', state: 'stopped' } satisfies ReleaseDecisionInput,
  }),
  'GET /api/admin/stats': async () => ({}),
  'GET /api/admin/users': async () => ({}),
  'GET /api/admin/page-visits': async () => ({ options: { query: { limit: '20' } } }),
  'GET /api/admin/page-visit-counts': async () => ({}),
  'GET /api/admin/contacts': async () => ({ options: { query: { limit: '20' } } }),
  'PATCH /api/admin/contacts/:id': async app => {
    await app.inject({ method: 'POST', url: '/api/contact', payload: contactInput })
    return { body: { status: 'read' } }
  },
}
