/** A circle to search in. Positions are in degrees. */
export type Circle = { lat: number; lon: number; radiusMiles: number }
/** The area of a ZIP code. The point is its middle. */
export type ZipArea = { zip: string; lat: number; lon: number }
/** A polygon as a flat list: the longitude and latitude of the first corner, then of the second, and so on. */
export type PolygonArea = { polygon: number[] }
/** A part of the country to search in. `state` is a USPS code, and `county` a FIPS code. */
export type Area = Circle | { state: string } | { county: string } | ZipArea | PolygonArea
