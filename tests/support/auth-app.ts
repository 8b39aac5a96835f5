import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { Db } from '#server/platform/database/db.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

export type AuthApp = Omit<TestApp, 'clock'> & { clock: { time: Date } }
export type AuthAppOptions = { settings: Record<string, string>; clock: AuthApp['clock'] }

/** The whole product with a clock that each test can reset. Several can share one database. */
export async function createAuthApp(
  db: Db,
  { settings = {}, clock = { time: new Date('2026-03-01T12:00:00Z') } }: Partial<AuthAppOptions> = {},
): Promise<AuthApp> {
  const resettable = { now: () => clock.time, advance: () => {} }
  return { ...(await createTestApp({ db, settings, clock: resettable })), clock }
}

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
