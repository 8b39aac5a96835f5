export type DescribedBusiness = {
  name: string | null
  /** E.164 digits. */
  phone: number | null
  domain: string | null
  street: string | null
  city: string | null
  state: string | null
  zip: string | null
}
export type Recognized = {
  by: 'phone' | 'website' | 'address' | 'several' | 'none'
  /** The places that it is; none if several fit. Without a phone, a place is only known by its key. */
  places: readonly { key: string; phone: number | null }[]
}
