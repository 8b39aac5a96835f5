import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { businessesPath } from '#contract/public-pages.ts'
import type { Deps } from '#server/features/deps.ts'
import { countPublicCall } from '#server/http/call-limits.ts'
import { callerNetwork } from '#server/http/caller-network.ts'
import { type PreparedAnswer, preparedAnswer, sendPrepared } from '#server/http/prepared-answer.ts'
import { sendSitemap } from '#server/http/sitemap.ts'
import { fillablePage } from '#server/http/web-pages.ts'
import { makeRoom } from '#server/platform/basics/kept-answers.ts'
import { pathOf } from '#server/platform/basics/url-path.ts'
import { filledPage } from './count-page.rules.ts'
import { findPage } from './find-page.usecases.ts'
import { countedPaths } from './sitemap.usecases.ts'

type Params = { category?: string; state?: string; town?: string }

const addresses = ['', '/:category', '/:category/:state', '/:category/:state/:town']

/** Public pages with the number of businesses of a kind. They do not show any business. */
export function businessesRoutes(app: FastifyInstance, deps: Deps): void {
  const cache = new PageCache()
  const template = fillablePage(deps)
  const { PUBLIC_URL } = deps.config
  const count = (request: FastifyRequest): Promise<void> =>
    countPublicCall(deps, { method: 'GET', path: businessesPath }, callerNetwork(request))
  for (const address of addresses)
    app.get<{ Params: Params }>(businessesPath + address, async (request, reply) => {
      const path = pathOf(request.url)
      const cached = cache.get(path)
      if (cached !== undefined) return send(request, reply, { page: cached, path })
      await count(request)
      const { category, state, town } = request.params
      const found = await findPage(deps, { path, parts: [category, state, town].filter(part => part !== undefined) })
      if (found === 'unknown') return reply.callNotFound()
      if ('movedTo' in found) return reply.redirect(found.movedTo, 301)
      return send(request, reply, { page: cache.add(path, filledPage(template, found.page)), path })
    })
  app.get<{ Params: { category: string } }>('/sitemaps/businesses/:category.xml', async (request, reply) => {
    await count(request)
    const paths = await countedPaths(deps, request.params.category)
    return paths === undefined ? reply.callNotFound() : sendSitemap({ ...deps, request, reply }, paths)
  })

  const send = (
    request: FastifyRequest,
    reply: FastifyReply,
    { page, path }: { page: CachedPage; path: string },
  ): FastifyReply => {
    if (PUBLIC_URL !== undefined) void reply.header('link', `<${new URL(path, PUBLIC_URL).href}>; rel="canonical"`)
    return sendPrepared(request, reply.type('text/html; charset=utf-8'), page)
  }
}

type CachedPage = PreparedAnswer & { until: number }

const MAX_PAGES = 500
const KEPT_MS = 60_000

/** Caches the most recently rendered pages for a minute, in the form in which they are sent. */
class PageCache {
  #pages = new Map<string, CachedPage>()

  get(path: string): CachedPage | undefined {
    const page = this.#pages.get(path)
    return page !== undefined && page.until > performance.now() ? page : undefined
  }

  add(path: string, text: string): CachedPage {
    const page = { ...preparedAnswer(text), until: performance.now() + KEPT_MS }
    this.#pages.delete(path)
    makeRoom(this.#pages, MAX_PAGES)
    this.#pages.set(path, page)
    return page
  }
}
