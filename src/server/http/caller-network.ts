import type { FastifyRequest } from 'fastify'
import { type Network, networkOf } from '#server/platform/basics/network.ts'

/** The only place that reads the address of a request. */
export const callerNetwork = (request: FastifyRequest): Network => networkOf(request.ip)
