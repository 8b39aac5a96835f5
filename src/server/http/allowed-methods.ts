import { allEndpoints } from '#contract/all-endpoints.ts'

const patterns = allEndpoints.map(({ method, path }) => ({
  methods: method === 'GET' ? ['GET', 'HEAD'] : [method],
  pattern: new RegExp(`^${path.replaceAll(/:[^/]+/g, '[^/]+')}/?$`),
}))

/** The HTTP methods that the API supports at a path; empty if it has no endpoint there. */
export const allowedMethods = (pathname: string): string[] =>
  patterns.filter(({ pattern }) => pattern.test(pathname)).flatMap(({ methods }) => methods)
