import { allEndpoints } from '#contract/all-endpoints.ts'

const patterns = allEndpoints.map(({ method, path }) => ({
  methods: method === 'GET' ? ['GET', 'HEAD'] : [method],
  pattern: new RegExp(`^${path.replaceAll(/:[^/]+/g, '[^/]+')}/?$`),
}))

/** Methods by which the API can be called at a path; none where it has nothing there. */
export const allowedMethods = (pathname: string): string[] =>
  patterns.filter(({ pattern }) => pattern.test(pathname)).flatMap(({ methods }) => methods)
