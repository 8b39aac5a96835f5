import { z } from 'zod'
import { whenMissing } from '../messages.ts'

export const locationMessage = 'Location must be at least 2 characters'
export const LocationWords = z.string(whenMissing(locationMessage)).trim().min(2, locationMessage).max(200)

export const maxAreas = 500
export const maxCorners = 200
/** Longitude and latitude, in degrees. */
const Corner = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)])
/** The corners of an area. The last one is joined to the first. */
export const Outline = z.array(Corner).min(3).max(maxCorners)
export type Outline = z.infer<typeof Outline>

export const SearchedArea = z.union([z.strictObject({ place: LocationWords }), z.strictObject({ polygon: Outline })])
export type SearchedArea = z.infer<typeof SearchedArea>
