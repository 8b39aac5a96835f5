import type { FastifyRequest } from 'fastify'
import { Refusal } from '../shared/refusal.ts'

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
  const own = publicUrl === undefined ? `${request.protocol}://${request.host}` : new URL(publicUrl).origin
  if (origin !== own) throw new Refusal('CROSS_SITE')
}
