import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import pino from 'pino'
import { readConfig } from '../config.ts'
import type { Db } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import { createHttpServer } from '../http/http-server.ts'
import { webPages } from '../http/web-pages.ts'
import { readSecret } from '../shared/secret.ts'
import { authRoutes } from './auth.routes.ts'

export type AuthApp = { app: FastifyInstance; deps: Deps; clock: { time: Date }; log: string[] }

/** The HTTP side with accounts alone: no catalog, no searches. Several of them can stand on one database. */
export async function createAuthApp(
  db: Db,
  { settings = {}, clock = { time: new Date('2026-03-01T12:00:00Z') } }: Partial<AuthAppOptions> = {},
): Promise<AuthApp> {
  const log: string[] = []
  const deps = {
    config: readConfig({ NODE_ENV: 'test', ...settings }),
    db,
    clock: { now: () => clock.time },
    log: pino({ level: 'info' }, { write: line => log.push(line) }),
    deviceKey: await readSecret(db, 'device'),
  } as unknown as Deps
  const app = await createHttpServer(deps)
  authRoutes(app, deps)
  await webPages(app)
  await app.ready()
  return { app, deps, clock, log }
}
export type AuthAppOptions = { settings: Record<string, string>; clock: AuthApp['clock'] }

export const ann = { username: 'ann', email: 'ann@example.com', password: 'correct horse' }

type Sent = { address?: string; cookies?: Record<string, string>; headers?: Record<string, string> }
export const post = (
  app: FastifyInstance,
  url: string,
  body: object,
  { address = '192.0.2.1', cookies = {}, headers = {} }: Sent = {},
): Promise<LightMyRequestResponse> =>
  app.inject({ method: 'POST', url, payload: body, cookies, headers, remoteAddress: address })

export const getUser = (app: FastifyInstance, cookies: Record<string, string>): Promise<LightMyRequestResponse> =>
  app.inject({ url: '/api/user', cookies })

export const cookiesOf = (response: LightMyRequestResponse): Record<string, string> =>
  Object.fromEntries(response.cookies.map(({ name, value }) => [name, value]))
