import { z } from 'zod'

/** The id of a row, as part of a URL: a positive integer of 32 bits. */
export const RowId = z.coerce
  .number()
  .int()
  .positive()
  .max(2 ** 31 - 1)

/** The same for tables that can grow beyond that, such as searches, leads, and their reports. */
export const LongRowId = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)

export const IdParams = z.object({ id: RowId })

/** The same in a body. */
export const LeadId = z.number().int().positive().max(Number.MAX_SAFE_INTEGER)
