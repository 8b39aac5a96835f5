import { z } from 'zod'

/** Loads of places that searches start. */
export const areaLoadLimits = {
  perUserAndHour: 20,
  /**
   * How many loads of all users together may wait. One user may have at most as many waiting loads as the line has free
   * places. So the longer the line, the fewer loads one user may add, and a new user always finds room.
   */
  waiting: 50,
} as const
export const tooManyAreaLoads = 'Many areas are being loaded at the moment. Please search again in a few minutes.'

/** A load of real places that a search has started, because its area had none. */
export const AreaLoad = z.object({
  id: z.uuid(),
  area: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  progress: z.string(),
  fraction: z.number(),
  secondsLeft: z.number().int().nullable(),
})
export type AreaLoad = z.infer<typeof AreaLoad>

export const FollowedLoad = AreaLoad.extend({
  /** The middle of the area is loaded, so the search can be repeated. The rest follows. */
  isSearchable: z.boolean(),
})
export type FollowedLoad = z.infer<typeof FollowedLoad>
