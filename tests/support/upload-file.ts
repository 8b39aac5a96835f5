import type { FastifyInstance } from 'fastify'
import { networkOf } from '#server/platform/basics/network.ts'
import type { LimitedCaller } from '#server/platform/limits/limited-caller.ts'
import { ownAddress, type SignedIn } from './app.ts'

type Upload = { url: string; payload: string | Buffer; query?: Record<string, string>; from?: string | undefined }

/** Sends a file as this user. */
export const uploadFile = (
  { app, user }: { app: FastifyInstance; user: SignedIn },
  { url, payload, query = {}, from = ownAddress(user) }: Upload,
) =>
  app.inject({
    method: 'POST',
    url,
    query,
    payload,
    headers: { cookie: user.cookie, 'content-type': 'application/octet-stream' },
    remoteAddress: from,
  })

/** Who sends the files of `uploadFile`. */
export const uploaderOf = (user: SignedIn): LimitedCaller => ({
  account: { id: user.user.id, isEmailVerified: false },
  network: networkOf(ownAddress(user)),
})
