import { inBoulder } from './imports.ts'
import type { TestPlace } from './overture-file.ts'

export const ann: TestPlace = {
  id: 'ann',
  name: 'Ann Plumbing',
  ...inBoulder,
  phones: ['303-440-0001'],
  websites: ['https://annplumbing.org'],
  street: '1 Elm St',
  confidence: 0.97,
}
export const bob: TestPlace = {
  ...ann,
  id: 'bob',
  name: 'Bob Plumbing',
  phones: ['303-440-0002'],
  websites: null,
  street: '9 Oak St',
}
/** The ways to import, as the number of changed rows from which the catalog is rebuilt. */
export const rebuild = 0
export const rowByRow = Number.MAX_SAFE_INTEGER
