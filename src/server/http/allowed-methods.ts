import { allEndpoints } from '#contract/all-endpoints.ts'
import { allowsHead } from '#contract/endpoint.ts'

const patterns = allEndpoints.map(endpoint => ({
  methods: allowsHead(endpoint) ? ['GET', 'HEAD'] : [endpoint.method],
  pattern: new RegExp(`^${endpoint.path.replaceAll(/:[^/]+/g, '[^/]+')}/?$`),
}))

/** The HTTP methods that the API supports at a path; empty if it has no endpoint there. */
export const allowedMethods = (pathname: string): string[] =>
  patterns.filter(({ pattern }) => pattern.test(pathname)).flatMap(({ methods }) => methods)
