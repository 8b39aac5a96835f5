/** Bits of `place.flags` and `place_category.flags`. */
export const placeFlags = {
  website: 1,
  phone: 2,
  email: 4,
  sample: 8,
  sharedPhone: 16,
  apart: 32,
  suppressed: 64,
  brand: 128,
  /** The source has no coordinates, so the row is in the middle of its ZIP or town. */
  roughPosition: 256,
  /** Reports or an administrator say that a fact is wrong. */
  reported: 512,
  /** Not a business but a park, a bus stop, or an ATM: searches of business names leave it out. */
  publicPlace: 1024,
  /** The website is a page on a platform such as Facebook, not the business's own. */
  platformPage: 2048,
  /** Not only the source says that the place is of its main category. */
  kindTold: 4096,
} as const

const websiteFlags = placeFlags.website | placeFlags.platformPage

/** Whether the business has a website of its own. A page on a platform is none. */
export const hasOwnWebsite = (flags: number): boolean => (flags & websiteFlags) === placeFlags.website
/** The same for a column with flags, in SQL. */
export const ownWebsiteIn = (flags: string): string => `${flags} & ${websiteFlags} = ${placeFlags.website}`
