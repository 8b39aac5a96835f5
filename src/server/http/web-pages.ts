import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { allEndpoints } from '#contract/all-endpoints.ts'
import { allowsHead } from '#contract/endpoint.ts'
import { shellPaths } from '#contract/pages.ts'
import { publicPaths } from '#contract/public-pages.ts'
import type { Deps } from '#server/money/deps.ts'
import { Refusal } from '#server/platform/basics/refusal.ts'
import { pathOf } from '#server/platform/basics/url-path.ts'
import { addressedPages, withOrigin } from './page-addresses.ts'

const builtWeb = path.resolve(import.meta.dirname, '../../../dist/web')
const shell = 'app.html'
/** The shell that loads the code of a page's screen at once. */
const shellOf = (pathname: string): string => `shells${pathname}.html`
/** The page that the server fills in by itself. */
const fillable = 'businesses.html'
const notBuilt = '<!doctype html><html lang="en"><head><title>%title%</title></head><body>%counts%</body></html>'
/** Any other unknown path is a real 404. */
const ofShell = new Set<string>(shellPaths)

const patterns = allEndpoints.map(endpoint => ({
  methods: allowsHead(endpoint) ? ['GET', 'HEAD'] : [endpoint.method],
  pattern: new RegExp(`^${endpoint.path.replaceAll(/:[^/]+/g, '[^/]+')}/?$`),
}))
/** The HTTP methods that the API supports at a path; empty if it has no endpoint there. */
const allowedMethods = (pathname: string): string[] =>
  patterns.filter(({ pattern }) => pattern.test(pathname)).flatMap(({ methods }) => methods)

/** Serves the built web app: prerendered pages, hashed assets, and the shell for client routes. */
export async function webPages(
  app: FastifyInstance,
  { config }: Pick<Deps, 'config'>,
  built = builtWeb,
): Promise<void> {
  const isBuilt = existsSync(path.join(built, shell))
  const publicUrl = config.PUBLIC_URL
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: publicUrl === undefined ? built : [await addressedPages(app, built, publicUrl), built],
      preCompressed: true,
      redirect: false,
      cacheControl: false,
      setHeaders: (reply, file) => {
        void reply.header(
          'cache-control',
          file.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        )
        const canonical = canonicalAddress(reply.request.url, publicUrl)
        if (canonical !== undefined) void reply.header('link', `<${canonical}>; rel="canonical"`)
      },
    })
    // The plugin's own route reads the whole folder for each file, to compare the letters of its name.
    app.get('/assets/*', (request, reply) => reply.sendFile(pathOf(request.url)))
  }
  app.setNotFoundHandler((request, reply) => {
    const pathname = pathOf(request.url)
    const allowed = allowedMethods(pathname)
    // An address with a parameter that is too long is of no route, but looks like one.
    if (allowed.length > 0 && !allowed.includes(request.method)) {
      void reply.header('allow', allowed.join(', '))
      throw new Refusal('METHOD_NOT_ALLOWED')
    }
    const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
    if (!isBuilt || pathname.startsWith('/api/') || !(wantsPage || ofShell.has(pathname)) || request.method !== 'GET')
      throw new Refusal('NOT_FOUND', { message: 'Not found' })
    const bare = withoutEndSlash(pathname)
    return ofShell.has(bare) ? sendShell(reply, 200, shellOf(bare)) : sendShell(reply, 404, shell)
  })
}

/** The built page that the server fills in, with absolute URLs in its meta tags. A bare one if nothing is built. */
export function fillablePage({ config }: Pick<Deps, 'config'>, built = builtWeb): string {
  const file = path.join(built, fillable)
  const html = existsSync(file) ? readFileSync(file, 'utf8') : notBuilt
  return config.PUBLIC_URL === undefined ? html : withOrigin(html, config.PUBLIC_URL)
}

function canonicalAddress(url: string, publicUrl: string | undefined): string | undefined {
  const pathname = withoutEndSlash(pathOf(url))
  const page = publicPaths.find(known => known === pathname)
  return page === undefined || publicUrl === undefined ? undefined : new URL(page, publicUrl).href
}

const withoutEndSlash = (pathname: string): string => pathname.replace(/(.)\/$/, '$1')

const sendShell = (reply: FastifyReply, status: number, file: string): FastifyReply =>
  reply.status(status).header('cache-control', 'no-cache').sendFile(file, { cacheControl: false })
