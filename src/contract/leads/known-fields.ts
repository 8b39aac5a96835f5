// No schemas here: a thread loads this file, and loading the schemas takes longer than reading most files.

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
