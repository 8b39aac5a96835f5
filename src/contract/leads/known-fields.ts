// Without the schemas of the contract, which would take a thread longer to load than most files to read.

export const knownFileRows = 50_000
export const knownFileColumns = 200

/** What a column of a file can tell about a business, as shown. */
export const knownFields = {
  name: 'Name',
  phone: 'Phone',
  website: 'Website',
  email: 'Email',
  street: 'Address',
  city: 'City',
  state: 'State',
  zip: 'ZIP code',
  country: 'Country',
} as const
export type KnownField = keyof typeof knownFields
