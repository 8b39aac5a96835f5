/** Bits of `place.flags` and `place_category.flags`. */
export const placeFlags = {
  website: 1,
  phone: 2,
  email: 4,
  sample: 8,
  /** Another place has the same phone and the same name, so both are one lead. */
  twin: 16,
  separateLicense: 32,
  suppressed: 64,
  brand: 128,
  /** The source has no coordinates, so the position is the middle of the ZIP or town. */
  roughPosition: 256,
  /** Reports or an administrator say that a fact is wrong. */
  reported: 512,
  /** Not a business, but a park, a bus stop, or an ATM. Searches by name leave it out. */
  publicPlace: 1024,
  /** The website is a page on a platform such as Facebook, not the business's own. */
  platformPage: 2048,
  /** The main category is confirmed by something other than the source. */
  kindConfirmed: 4096,
  /** The name says that the business is of its second category. */
  namedOtherwise: 8192,
} as const

/** Flags that depend on more than the row itself. An import does not set them in the rows that it reads. */
export const laterFlags = placeFlags.twin | placeFlags.suppressed | placeFlags.reported

const websiteFlags = placeFlags.website | placeFlags.platformPage

/** Whether the business has its own website. A page on a platform does not count. */
export const hasOwnWebsite = (flags: number): boolean => (flags & websiteFlags) === placeFlags.website
/** The flags that a lead shows. If another one changes, leads do not. */
export const shownFlags = websiteFlags | placeFlags.suppressed
/** SQL for `hasOwnWebsite`. */
export const ownWebsiteIn = (flags: string): string => `${flags} & ${websiteFlags} = ${placeFlags.website}`
