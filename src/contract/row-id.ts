import { z } from 'zod'

/** The id of a row, as part of a URL: a positive integer of 32 bits. */
export const RowId = z.coerce
  .number()
  .int()
  .positive()
  .max(2 ** 31 - 1)
