import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { exportFormats } from '#contract/leads/export-formats.ts'
import type { LeadList } from '#contract/leads/lead-lists.ts'
import { createApp } from '#server/entry/app.ts'
import { meanwhile } from '#tests/support/meanwhile.ts'
import { describeSearches, plumbers } from '#tests/support/plumber-lab.ts'

/** More leads than an export that is completed before it is sent may have. */
const LARGE = 600

/** The file ends too early, or nothing of it was sent yet. */
const failures = (message: string) => [
  { status: 200, body: 'cut off' },
  { status: 404, body: JSON.stringify({ message, errorType: 'NOT_FOUND' }) },
]

describeSearches('an export', lab => {
  const call = (method: 'POST' | 'DELETE', url: string, payload?: object) =>
    lab.product.app.inject({ method, url, headers: { cookie: lab.user.cookie }, ...(payload && { payload }) })

  /** Creates a list with this many leads of the user, and returns its id. */
  const listOf = async (count: number): Promise<number> => {
    await call('POST', '/api/search', plumbers)
    const { id } = (await call('POST', '/api/lists', { name: 'Call this week' })).json<LeadList>()
    await lab.db.query(
      `INSERT INTO lead (user_id, place_key, is_first_of_phone, facts, name, quality, search_id, pulled_at)
       SELECT user_id, place_key || '+' || n, true, facts, name, quality, search_id, pulled_at
       FROM (SELECT * FROM lead WHERE user_id = $1 ORDER BY id LIMIT 1) one, generate_series(1, $2::int) n`,
      [lab.user.user.id, count],
    )
    await lab.db.query(
      `INSERT INTO lead_list_entry (list_id, lead_id, user_id, added_at)
       SELECT $2, id, user_id, now() FROM lead WHERE user_id = $1 AND place_key LIKE '%+%'`,
      [lab.user.user.id, id],
    )
    return id
  }

  /** Downloads a file over a real connection. Calls `happens` right after a statement that contains `text`. */
  const download = async (text: string, happens: () => Promise<unknown>, payload: object) => {
    const app = await createApp(meanwhile(lab.product.deps, text, happens))
    await app.listen({ host: '127.0.0.1', port: 0 })
    try {
      const { port } = app.server.address() as AddressInfo
      const answer = await fetch(`http://127.0.0.1:${port}/api/export`, {
        method: 'POST',
        headers: { cookie: lab.user.cookie, 'content-type': 'application/json' },
        body: JSON.stringify(payload),
      })
      return { status: answer.status, body: await answer.text().catch(() => 'cut off') }
    } finally {
      await app.close()
    }
  }

  test.each(Object.keys(exportFormats))(
    'of a list that is deleted meanwhile fails, so that nobody takes a part for the whole file: %s',
    async format => {
      const listId = await listOf(LARGE)
      const deleteList = () => call('DELETE', `/api/lists/${listId}`)
      const cut = await download('INSERT INTO lead_export', deleteList, { listId, format })
      expect(failures('List not found')).toContainEqual(cut)
    },
  )

  test('of a short list that is deleted meanwhile is refused', async () => {
    const listId = await listOf(20)
    const refused = await download('FROM lead_list', () => call('DELETE', `/api/lists/${listId}`), { listId })
    expect(refused).toMatchObject({ status: 404, body: expect.stringContaining('List not found') as string })
  })

  test('of an account that is deleted meanwhile fails, too', async () => {
    await listOf(LARGE)
    const closed = download(
      'INSERT INTO lead_export',
      () => call('POST', '/api/account/delete', { currentPassword: 'correct horse battery' }),
      {},
    )
    expect(failures('Account not found')).toContainEqual(await closed)
  })

  test('of a list that stays is whole', async () => {
    const listId = await listOf(LARGE)
    const { body } = await download('INSERT INTO lead_export', async () => {}, { listId })
    expect(body.split('\r\n')).toHaveLength(LARGE + 2)
  })
})
