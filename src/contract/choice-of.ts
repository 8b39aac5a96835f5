import { z } from 'zod'

const LONGEST = 50

/** One of these names. The error message for any other lists them. */
export const choiceOf = <const Names extends readonly [string, ...string[]]>(what: string, names: Names) =>
  z.enum(names, {
    error: ({ input }) =>
      `Unknown ${what}${typeof input === 'string' ? ` "${input.slice(0, LONGEST)}"` : ''}. Choose from: ${names.join(', ')}`,
  })
