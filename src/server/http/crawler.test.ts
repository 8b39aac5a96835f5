import { afterAll, beforeAll, expect, test } from 'vitest'
import { publicPaths } from '#contract/public-pages.ts'
import type { Db } from '#server/platform/database/db.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { createTestDatabase } from '#tests/support/databases.ts'

let db: Db
let known: TestApp
let unknown: TestApp
beforeAll(async () => {
  db = await createTestDatabase('postgres')
  known = await createTestApp({ db, settings: { PUBLIC_URL: 'https://leads.example' } })
  unknown = await createTestApp({ db })
})
afterAll(async () => {
  await known.app.close()
  await unknown.app.close()
  await db.close()
})
const read = ({ app }: TestApp, url: string) => app.inject({ url, headers: { host: 'other.example:8080' } })

test('robots.txt allows search engines, disallows the API, and names the sitemap', async () => {
  const answer = await read(known, '/robots.txt')
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(answer.body).toBe('User-agent: *\nAllow: /\nDisallow: /api/\nSitemap: https://leads.example/sitemap.xml\n')
})

test('the sitemap lists the absolute URL of every public page', async () => {
  const answer = await read(known, '/sitemap.xml')
  expect(answer.headers['content-type']).toBe('application/xml; charset=utf-8')
  const listed = answer.body.matchAll(/<loc>(.*?)<\/loc>/g)
  expect(Array.from(listed, ([, address]) => address)).toEqual(publicPaths.map(path => `https://leads.example${path}`))
})

test('without PUBLIC_URL, the sitemap uses the address of the request', async () => {
  expect((await read(unknown, '/robots.txt')).body).toContain('Sitemap: http://other.example:8080/sitemap.xml')
})

test.each(['<script>', 'a b', ''])('an invalid host, "%s", gets no sitemap', async host => {
  const answer = await unknown.app.inject({ url: '/sitemap.xml', headers: { host } })
  expect(answer.body).not.toContain('<script>')
})
