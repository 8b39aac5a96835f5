import { existsSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Refusal } from '../shared/refusal.ts'
import { allowedMethods } from './allowed-methods.ts'
import { pathOf } from './request-log.ts'

const builtWeb = path.resolve(import.meta.dirname, '../../../dist/web')
const shell = 'app.html'
/** Paths that the browser's router draws from the shell; every other unknown path is a true 404. */
const clientRoutes = new Set([
  '/auth',
  '/login',
  '/register',
  '/dashboard',
  '/leads',
  '/subscription',
  '/profile',
  '/admin',
  '/confirm-payment',
])

/** Serves the built browser application: prerendered pages, hashed assets, and the shell of the client routes. */
export async function webPages(app: FastifyInstance): Promise<void> {
  const isBuilt = existsSync(path.join(builtWeb, shell))
  if (isBuilt)
    await app.register(fastifyStatic, {
      root: builtWeb,
      preCompressed: true,
      redirect: false,
      cacheControl: false,
      setHeaders: (reply, file) => {
        void reply.header(
          'cache-control',
          file.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        )
      },
    })
  app.setNotFoundHandler((request, reply) => {
    const pathname = pathOf(request.url)
    const allowed = allowedMethods(pathname)
    if (allowed.length > 0) {
      void reply.header('allow', allowed.join(', '))
      throw new Refusal('METHOD_NOT_ALLOWED')
    }
    const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
    if (
      !isBuilt ||
      pathname.startsWith('/api/') ||
      !(wantsPage || clientRoutes.has(pathname)) ||
      request.method !== 'GET'
    )
      throw new Refusal('NOT_FOUND')
    return sendShell(reply, clientRoutes.has(pathname.replace(/(.)\/$/, '$1')) ? 200 : 404)
  })
}

const sendShell = (reply: FastifyReply, status: number): FastifyReply =>
  reply.status(status).header('cache-control', 'no-cache').sendFile(shell, { cacheControl: false })
