import type { FastifyRequest } from 'fastify'
import { Refusal } from '#server/platform/basics/refusal.ts'

/**
 * Refuses a write that another site's page sent. Browsers say where a write comes from, by Origin or Sec-Fetch-Site;
 * a program that says neither sends no cookies it was not given.
 */
export function assertSameOrigin(request: FastifyRequest, publicUrl: string | undefined): void {
  const { origin } = request.headers
  const site = request.headers['sec-fetch-site']
  if (origin === undefined) {
    if (site === undefined || site === 'same-origin' || site === 'none') return
    throw new Refusal('CROSS_SITE')
  }
  if (origin !== ownOrigin(request, publicUrl)) throw new Refusal('CROSS_SITE')
}

/** Under which the caller reached the service, e.g. "https://leads.example". */
export const ownOrigin = (request: FastifyRequest, publicUrl: string | undefined): string =>
  publicUrl === undefined ? `${request.protocol}://${request.host}` : new URL(publicUrl).origin
