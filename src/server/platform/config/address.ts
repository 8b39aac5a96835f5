import { z } from 'zod'

const parts = {
  login: { words: 'a username or password', isIn: ({ username, password }: URL) => username + password !== '' },
  path: { words: 'a path', isIn: ({ pathname }: URL) => pathname !== '' && pathname !== '/' },
  query: { words: 'a query (?…)', isIn: ({ href }: URL) => href.includes('?') },
  fragment: { words: 'a fragment (#…)', isIn: ({ href }: URL) => href.includes('#') },
}
type Part = keyof typeof parts

/** A URL in which only these parts are used. Any other part would be ignored, so it is refused. */
export const address = (protocol: RegExp, used: readonly Part[]) =>
  z.url({ protocol }).superRefine((text, context) => {
    const url = URL.parse(text)
    if (url === null) return
    const ignored = Object.entries(parts).filter(([part, { isIn }]) => !used.includes(part as Part) && isIn(url))
    if (ignored.length > 0)
      context.addIssue({
        code: 'custom',
        message: `The address must not contain ${ignored.map(([, { words }]) => words).join(' or ')}`,
      })
  })

/** The address of a whole server, such as "https://leads.example". */
export const origin = address(/^https?$/, []).transform(text => new URL(text).origin)

/** The address of a file. */
export const fileAddress = address(/^https?$/, ['path', 'query'])

export const databaseAddress = address(/^postgres(ql)?$/, ['login', 'path', 'query'])

/** The address of a Parquet file, or of a folder. A folder's files are found by adding their names to its address. */
export const releaseAddress = fileAddress.refine(text => {
  const url = URL.parse(text)
  return url === null || url.search === '' || url.pathname.endsWith('.parquet')
}, 'Only the address of a Parquet file may contain a query (?…)')

/** Whether addresses with this host name it like this, whatever their protocol. */
export const isHost = (host: string): boolean =>
  ['http', 'https'].every(protocol => URL.parse(`${protocol}://${host}`)?.host === host)
