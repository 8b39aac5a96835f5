import type { FastifyInstance, FastifyRequest } from 'fastify'
import { publicPaths } from '#contract/public-pages.ts'
import type { Deps } from '#server/money/deps.ts'
import { countPublicCall } from './call-limits.ts'
import { callerNetwork } from './caller-network.ts'
import { crawlerAddress, sendSitemap, sendSitemapIndex } from './sitemap.ts'

const ownSitemap = '/sitemaps/pages.xml'

/**
 * The files that search engines read first. They contain absolute URLs, which are only known at run time. `sitemaps`
 * are the paths of those for other pages; if there are any, /sitemap.xml is an index.
 */
export function crawlerRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'config' | 'db' | 'clock'>,
  sitemaps: () => Promise<string[]>,
): void {
  const { config } = deps
  const addressOf = (request: FastifyRequest, path: string) => crawlerAddress(config, request, path)

  app.get('/robots.txt', async (request, reply) => {
    void reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache')
    return `User-agent: *\nAllow: /\nDisallow: /api/\nSitemap: ${addressOf(request, '/sitemap.xml')}\n`
  })
  app.get('/sitemap.xml', async (request, reply) => {
    await countPublicCall(deps, { method: 'GET', path: '/sitemap.xml' }, callerNetwork(request))
    const others = await sitemaps()
    return others.length === 0
      ? sendSitemap({ config, request, reply }, publicPaths)
      : sendSitemapIndex({ config, request, reply }, [ownSitemap, ...others])
  })
  app.get(ownSitemap, async (request, reply) => sendSitemap({ config, request, reply }, publicPaths))
}
