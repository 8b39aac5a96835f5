import type { FastifyRequest } from 'fastify'
import { Refusal } from '#server/platform/basics/refusal.ts'
import type { Config } from '#server/platform/config/config.ts'

/** Refuses writes from another site's page. A program without Origin and Sec-Fetch-Site has no cookies of a victim. */
export function assertSameOrigin(request: FastifyRequest, publicUrl: string | undefined): void {
  const { origin } = request.headers
  const site = request.headers['sec-fetch-site']
  if (origin === undefined) {
    if (site === undefined || site === 'same-origin' || site === 'none') return
    throw new Refusal('CROSS_SITE')
  }
  if (origin !== ownOrigin(request, publicUrl)) throw new Refusal('CROSS_SITE')
}

/** The origin under which the caller reached the service, such as "https://leads.example". */
export const ownOrigin = (request: FastifyRequest, publicUrl: string | undefined): string =>
  publicUrl === undefined ? `${request.protocol}://${request.host}` : publicUrl

export const isHttps = ({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): boolean =>
  PUBLIC_URL?.startsWith('https:') ?? false
