import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import type { ReportReason } from '../leads/lead-report.ts'
import { IdParams } from '../row-id.ts'

/** The reports that correct a place for everyone. The others are about one lead, or a matter of opinion. */
export const placeFaults = ['closed', 'wrong_number', 'moved', 'not_a_business'] as const satisfies ReportReason[]
export type PlaceFault = (typeof placeFaults)[number]
export const isPlaceFault = (reason: ReportReason): reason is PlaceFault =>
  (placeFaults as readonly ReportReason[]).includes(reason)

/** doubted: the score is limited and says why; withheld: searches do not find the place either. */
export const overrideEffects = ['doubted', 'withheld'] as const
export type OverrideEffect = (typeof overrideEffects)[number]

export const overrideBases = ['reports', 'administrator'] as const
export type OverrideBasis = (typeof overrideBases)[number]

/** The newest overrides that are listed. */
export const overridesShown = 100

export const PlaceOverride = z.object({
  id: z.number().int(),
  placeKey: z.string(),
  businessName: z.string(),
  /** "Boulder, CO" */
  town: z.string().nullable(),
  fault: z.enum(placeFaults),
  effect: z.enum(overrideEffects),
  basis: z.enum(overrideBases),
  /** Independent accounts that reported it. */
  witnesses: z.number().int(),
  fromRelease: z.string(),
  createdAt: z.iso.datetime(),
  confirmedAt: z.iso.datetime(),
  /** The administrator who set it, or kept it. */
  decidedBy: z.string().nullable(),
})
export type PlaceOverride = z.infer<typeof PlaceOverride>

export const PlaceOverrides = z.object({
  /** Those in force, listed or not. */
  total: z.number().int(),
  /** In force: those that no administrator has decided about first, then the newest. */
  active: z.array(PlaceOverride),
})
export type PlaceOverrides = z.infer<typeof PlaceOverrides>

export const getPlaceOverrides = endpoint('GET', '/api/admin/place-overrides', {
  access: 'admin',
  replies: { 200: PlaceOverrides },
})

const keyMessage = 'Please enter the key of a place, such as overture:08f26…'
export const PlaceOverrideInput = z.strictObject({
  placeKey: z.string(keyMessage).trim().min(3, keyMessage).max(300, keyMessage),
  fault: z.enum(placeFaults),
})
export type PlaceOverrideInput = z.infer<typeof PlaceOverrideInput>

export const setPlaceOverride = endpoint('POST', '/api/admin/place-overrides', {
  access: 'admin',
  body: PlaceOverrideInput,
  replies: { 200: PlaceOverride },
})

export const overrideDecisions = ['withhold', 'remove'] as const
export type OverrideDecision = (typeof overrideDecisions)[number]

export const decidePlaceOverride = endpoint('POST', '/api/admin/place-overrides/:id', {
  access: 'admin',
  params: IdParams,
  body: z.strictObject({ decision: z.enum(overrideDecisions) }),
  replies: { 200: PlaceOverride },
})
