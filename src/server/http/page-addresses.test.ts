import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { shellPaths } from '#contract/pages.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { webPages } from './web-pages.ts'

const page = (own: string) =>
  `<html><head>${own}<meta property="og:image" content="/social.png" /></head><a href="/terms">Terms</a></html>`
let built: string
let apps: FastifyInstance[] = []
beforeEach(() => {
  built = mkdtempSync(path.join(tmpdir(), 'leadline-built-'))
  for (const folder of ['about', 'assets', 'shells/admin', 'shells/docs'])
    mkdirSync(path.join(built, folder), { recursive: true })
  for (const [file, html] of [
    ['app.html', page('')],
    ['index.html', page('<meta property="og:url" content="/" />')],
    ['about/index.html', page('<meta property="og:url" content="/about" />')],
    ['assets/a.js', 'alert()'],
    ...shellPaths.map(shellPath => [`shells${shellPath}.html`, page(`<title>${shellPath}</title>`)] as const),
  ] as const)
    for (const ending of ['', '.br', '.gz']) writeFileSync(path.join(built, file + ending), html)
})
afterEach(async () => {
  await Promise.all(apps.map(app => app.close()))
  apps = []
  rmSync(built, { recursive: true })
})

async function serve(settings: Record<string, string>): Promise<FastifyInstance> {
  const app = fastify()
  apps.push(app)
  await webPages(app, { config: readConfig({ NODE_ENV: 'test', ...settings }) }, built)
  return app
}
const served = () => serve({ PUBLIC_URL: 'https://leads.example' })
const html = { accept: 'text/html' }
const metaOf = (body: string) =>
  Object.fromEntries(
    Array.from(body.matchAll(/property="(og:\w+)" content="([^"]*)"/g), ([, name, value]) => [name, value]),
  )

test('with PUBLIC_URL, link previews of a public page have absolute URLs for the page and its picture', async () => {
  const app = await served()
  expect(metaOf((await app.inject({ url: '/about', headers: html })).body)).toEqual({
    'og:image': 'https://leads.example/social.png',
    'og:url': 'https://leads.example/about',
  })
  const home = (await app.inject({ url: '/', headers: html })).body
  expect(metaOf(home)['og:url']).toBe('https://leads.example/')
  expect(home).toContain('<a href="/terms">')
})

test('a public page with a slash at its end names its address without it', async () => {
  const { headers } = await (await served()).inject({ url: '/about/', headers: html })
  expect(headers.link).toBe('<https://leads.example/about>; rel="canonical"')
})

test('every page of the router is found at its address, and other addresses are not', async () => {
  const app = await served()
  const statusAt = async (url: string) => (await app.inject({ url, headers: html })).statusCode
  expect(await Promise.all(shellPaths.map(statusAt))).toEqual(shellPaths.map(() => 200))
  expect(await statusAt('/receipt/')).toBe(200)
  expect(await statusAt('/receipts')).toBe(404)
})

test('the HTML of a page that the browser renders also has absolute URLs', async () => {
  const answer = await (await served()).inject({ url: '/login', headers: html })
  expect(answer.body).toContain('<title>/login</title>')
  expect([answer.statusCode, metaOf(answer.body)]).toEqual([200, { 'og:image': 'https://leads.example/social.png' }])
})

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)('compressed with %s, the pages have the same content', async (encoding, open) => {
  const answer = await (await served()).inject({ url: '/about', headers: { ...html, 'accept-encoding': encoding } })
  expect(answer.headers['content-encoding']).toBe(encoding)
  expect(open(answer.rawPayload).toString()).toContain('content="https://leads.example/about"')
})

test('all processes send the same ETag for a page, and a browser with a cached copy gets a 304', async () => {
  const [one, other] = [await served(), await served()]
  const first = await one.inject({ url: '/about', headers: html })
  const again = await other.inject({ url: '/about', headers: { ...html, 'if-none-match': first.headers.etag } })
  expect([first.statusCode, again.statusCode]).toEqual([200, 304])
})

test('without PUBLIC_URL, pages are served as built', async () => {
  const answer = await (await serve({})).inject({ url: '/about', headers: html })
  expect(metaOf(answer.body)).toEqual({ 'og:image': '/social.png', 'og:url': '/about' })
})

test.each<Record<string, string>>([{}, { PUBLIC_URL: 'https://leads.example' }])(
  'with %o, a browser keeps a file of a page, and no other file is found beside it',
  async settings => {
    const app = await serve(settings)
    const headers = { 'accept-encoding': 'br' }
    for (const method of ['GET', 'HEAD'] as const) {
      const { statusCode, headers: sent, body } = await app.inject({ method, url: '/assets/a.js?again', headers })
      expect([statusCode, body]).toEqual([200, method === 'GET' ? 'alert()' : ''])
      expect(sent).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-encoding': 'br',
        'content-type': 'application/javascript; charset=utf-8',
        vary: expect.stringMatching(/accept-encoding/i) as string,
      })
    }
    expect((await app.inject({ url: '/assets/a.js' })).headers).not.toHaveProperty('content-encoding')
    for (const other of ['b.js', '', '..%2fapp.html', '..%2f..%2fetc/passwd', '%00'])
      expect(await app.inject({ url: `/assets/${other}`, headers: html })).toMatchObject({ statusCode: 404 })
  },
)
