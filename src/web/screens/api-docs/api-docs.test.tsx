import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderAt } from '../../testing/render-at.tsx'
import { ok, refused, stubApi } from '../../testing/stub-api.ts'
import type { ApiDescription } from './api-docs.queries.ts'
import ApiDocsScreen from './api-docs.screen.tsx'
import { typeWords } from './type-words.ts'
import { typescriptExample } from './typescript-example.ts'

const description: ApiDescription = {
  tags: [{ name: 'Leads' }],
  paths: {
    '/api/v1/leads': {
      get: {
        operationId: 'listLeads',
        tags: ['Leads'],
        summary: 'Leads of the account',
        description: 'Needs a key with the scope "read".',
        parameters: [
          {
            name: 'limit',
            in: 'query',
            required: true,
            schema: { type: 'integer', minimum: 1, maximum: 200 },
            example: 20,
          },
          { name: 'searchId', in: 'query', required: false, schema: { type: 'integer' }, example: 1024 },
        ],
        requestBody: {
          content: {
            'application/json': { schema: { $ref: '#/components/schemas/Sent' }, example: { name: "Bob's" } },
          },
        },
        responses: {
          200: {
            content: {
              'application/json': {
                schema: { type: 'array', items: { $ref: '#/components/schemas/Lead' } },
                example: [{ city: 'Boulder' }],
              },
            },
          },
          404: {
            content: {
              'application/problem+json': {
                schema: { $ref: '#/components/schemas/Problem' },
                examples: { NOT_FOUND: {} },
              },
            },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Sent: { properties: { name: { type: 'string', description: 'Name of `it`' } }, required: ['name'] },
      Lead: { properties: { city: { type: ['string', 'null'] } }, required: ['city'] },
    },
  },
  'x-tools': [],
  'x-errors': { NOT_FOUND: { status: 404, message: 'Not found' } },
}

test('every operation is shown with its address, its parameters, and its replies', async () => {
  stubApi({ 'GET /api/v1/openapi.json': ok(description) })
  renderAt('/docs/api', <ApiDocsScreen />)
  const section = await screen.findByRole('region', { name: 'Leads of the account' })
  within(section).getByText('/api/v1/leads')
  within(section).getByText(/integer, 1 to 200/)
  expect(within(section).getByRole('link', { name: 'Lead[]' }).getAttribute('href')).toBe('#Lead')
  expect(within(section).getAllByText('required')).toHaveLength(2)
  expect(within(section).getByRole('link', { name: 'NOT_FOUND' }).getAttribute('href')).toBe('#NOT_FOUND')
  within(section).getByText(/"city": "Boulder"/)
  const command = within(section).getByText(/^curl "/).textContent
  expect(command).toContain(
    `/api/v1/leads?limit=20&searchId=1024" \\\n  --header "Authorization: Bearer $LEADLINE_API_KEY"`,
  )
  expect(command).toContain(String.raw`--data '{"name":"Bob'\''s"}'`)
  within(section).getByText(
    /api\.GET\('\/api\/v1\/leads', \{ params: \{ query: \{ limit: 20, searchId: 1024 \} \}, body/,
  )
  within(screen.getByRole('region', { name: 'Lead' })).getByText('string or null')
  const contents = screen.getByRole('navigation', { name: 'Contents' })
  await userEvent.click(within(contents).getByRole('button', { name: 'Contents', expanded: false }))
  within(contents).getByRole('button', { name: 'Contents', expanded: true })
  expect(
    within(contents)
      .getAllByRole('link')
      .map(link => link.getAttribute('href')),
  ).toEqual(['#start', '#assistants', '#listLeads', '#Lead', '#errors'])
  within(screen.getByRole('region', { name: 'Errors' })).getByText('404 NOT_FOUND')
})

test('a call can be tried with a pasted key, which is sent without cookies and kept nowhere', async () => {
  const sent: { url: string; init: RequestInit | undefined }[] = []
  stubApi({ 'GET /api/v1/openapi.json': ok(description) })
  renderAt('/docs/api', <ApiDocsScreen />)
  const section = within(await screen.findByRole('region', { name: 'Leads of the account' }))
  const user = userEvent.setup()
  await user.click(section.getByRole('button', { name: 'Try it with your key: Leads of the account' }))
  const send = section.getByRole<HTMLButtonElement>('button', { name: 'Send' })
  expect(send.disabled).toBe(true)
  await user.type(section.getByLabelText('Your API key'), 'leadline_secret')
  expect(send.disabled).toBe(false)
  // Nobody has the search of the example.
  expect(section.getByLabelText<HTMLInputElement>(/searchId/)).toMatchObject({ value: '', placeholder: '1024' })
  await user.clear(section.getByLabelText('limit'))
  await user.type(section.getByLabelText('limit'), '3')
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    sent.push({ url, init })
    return new Response('[{"city":"Boulder"}]', { status: 200, statusText: 'OK' })
  })
  await user.click(send)
  const answer = within(await section.findByRole('region', { name: 'Body of the response: Leads of the account' }))
  answer.getByText(/"city": "Boulder"/)
  section.getByText(/^200 OK/)
  expect(sent).toEqual([
    {
      url: '/api/v1/leads?limit=3',
      init: expect.objectContaining({
        credentials: 'omit',
        headers: { authorization: 'Bearer leadline_secret', 'content-type': 'application/json' },
        body: JSON.stringify({ name: "Bob's" }, null, 2),
      }) as RequestInit,
    },
  ])
  expect(JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])).not.toContain(
    'leadline_secret',
  )
  vi.unstubAllGlobals()
})

test.each([
  [{ pageToken: "it's \\ here" }, String.raw`{ pageToken: 'it\'s \\ here' }`],
  [{ 'a-b': [1, null, true] }, `{ 'a-b': [1, null, true] }`],
  [{ one: 'x'.repeat(60) }, `{\n    one: '${'x'.repeat(60)}',\n  }`],
])('%j is written in TypeScript', (example, written) => {
  const operation = {
    operationId: 'a',
    tags: [],
    summary: 'A',
    description: '',
    parameters: [],
    requestBody: { content: { 'application/json': { schema: {}, example } } },
    responses: {},
  }
  const code = typescriptExample({ method: 'POST', path: '/api/v1/a', operation })
  expect(code).toContain(`body: ${written}`)
})

test('a reference that failed to load can be requested again', async () => {
  stubApi({ 'GET /api/v1/openapi.json': refused('UNAVAILABLE') })
  renderAt('/docs/api', <ApiDocsScreen />)
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
})

test.each([
  [{ enum: ['read', 'search'] }, 'read | search'],
  [{ const: true }, 'true'],
  [{ type: 'string', maxLength: 200 }, 'string, at most 200 characters'],
  [{ type: 'integer', minimum: 1 }, 'integer, at least 1'],
  [{ type: 'integer', exclusiveMinimum: 0 }, 'integer, at least 1'],
  [{ type: 'string', format: 'date-time' }, 'date and time'],
  [{ items: { type: 'integer' }, minItems: 1, maxItems: 50_000 }, 'integer[], 1 to 50,000 items'],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string or null'],
])('%j reads "%s"', (schema, words) => {
  expect(typeWords(schema)).toBe(words)
})
