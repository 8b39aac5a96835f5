/** A part of the country to search in. Degrees; `state` is a USPS code, `county` a FIPS code. */
export type Circle = { lat: number; lon: number; radiusMiles: number }
export type Area = Circle | { state: string } | { county: string }
