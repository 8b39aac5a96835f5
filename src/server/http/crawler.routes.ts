import type { FastifyInstance, FastifyRequest } from 'fastify'
import { publicPaths } from '#contract/public-pages.ts'
import type { Deps } from '#server/money/deps.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import { ownOrigin } from './same-origin.ts'

/** The files that search engines read first. Both contain absolute URLs, which are only known at run time. */
export function crawlerRoutes(app: FastifyInstance, { config }: Pick<Deps, 'config'>): void {
  const addressOf = (request: FastifyRequest, path: string): string => {
    const origin = URL.parse(ownOrigin(request, config.PUBLIC_URL))
    if (origin === null) throw new Refusal('INVALID_REQUEST')
    return new URL(path, origin).href
  }

  app.get('/robots.txt', async (request, reply) => {
    void reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache')
    return `User-agent: *\nAllow: /\nDisallow: /api/\nSitemap: ${addressOf(request, '/sitemap.xml')}\n`
  })
  app.get('/sitemap.xml', async (request, reply) => {
    void reply.type('application/xml; charset=utf-8').header('cache-control', 'no-cache')
    const entries = publicPaths.map(path => `  <url><loc>${addressOf(request, path)}</loc></url>\n`).join('')
    return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries}</urlset>\n`
  })
}
