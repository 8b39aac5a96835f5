import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#server/money/deps.ts'
import { orRefuse } from '#server/platform/basics/refusal.ts'
import { ownOrigin } from './same-origin.ts'

type Call = Pick<Deps, 'config'> & { request: FastifyRequest; reply: FastifyReply }

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** The absolute URL of a path, as search engines need it. */
export function crawlerAddress({ PUBLIC_URL }: Deps['config'], request: FastifyRequest, path: string): string {
  const origin = orRefuse(URL.parse(ownOrigin(request, PUBLIC_URL)), 'INVALID_REQUEST')
  return new URL(path, origin).href
}

export const sendSitemap = (call: Call, paths: readonly string[]): string => send(call, paths, ['urlset', 'url'])

export const sendSitemapIndex = (call: Call, paths: readonly string[]): string =>
  send(call, paths, ['sitemapindex', 'sitemap'])

function send(
  { config, request, reply }: Call,
  paths: readonly string[],
  [list, entry]: ['urlset', 'url'] | ['sitemapindex', 'sitemap'],
): string {
  void reply.type('application/xml; charset=utf-8').header('cache-control', 'no-cache')
  const origin = crawlerAddress(config, request, '/').slice(0, -1)
  const entries = paths.map(path => `  <${entry}><loc>${origin}${path}</loc></${entry}>\n`).join('')
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${list} xmlns="${namespace}">\n${entries}</${list}>\n`
}
