/** A part of the country to search in. Degrees; `state` is a USPS code, `county` a FIPS code. */
export type Circle = { lat: number; lon: number; radiusMiles: number }
/** Inside a ZIP code. The point is its middle. */
export type ZipArea = { zip: string; lat: number; lon: number }
/** Longitude and latitude of each corner in turn. */
export type PolygonArea = { polygon: number[] }
export type Area = Circle | { state: string } | { county: string } | ZipArea | PolygonArea
