import { z } from 'zod'

/** The body of a call that needs none: nothing, or an empty object. */
export const NoBody = z.strictObject({}).optional()
