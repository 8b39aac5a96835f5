import type { FastifyInstance } from 'fastify'
import type { SignedIn } from './app.ts'

type Upload = { url: string; payload: string | Buffer; query?: Record<string, string> }

/** Sends a file as this user. */
export const uploadFile = (
  { app, user: { cookie } }: { app: FastifyInstance; user: SignedIn },
  { url, payload, query = {} }: Upload,
) =>
  app.inject({
    method: 'POST',
    url,
    query,
    payload,
    headers: { cookie, 'content-type': 'application/octet-stream' },
  })
