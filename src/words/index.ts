/**
 * What the words of salespeople mean: kinds of business and places. This file is the only door; nothing here knows of the
 * server.
 */
export { categoryName } from './kinds/category-name.ts'
export { isGenericCategory } from './kinds/generic-categories.ts'
export type { Kind } from './kinds/kind.ts'
export { keyOfCategory, kindOf, type NamedBusiness } from './kinds/kind-of.ts'
export { describedKinds, kindsNear } from './kinds/kinds-near.ts'
export { readCategory } from './kinds/read-category.ts'
export { allKinds, kindOfKey } from './kinds/vocabulary.ts'
export { type PlaceChoice, type PlaceReading } from './places/place.ts'
export { readPlace } from './places/read-place.ts'
export { type SuggestedPlace, suggestPlaces } from './places/suggest-places.ts'
export { phraseOf } from './text.ts'
export { suggestKinds } from './kinds/suggest-kinds.ts'
export { tellsKind } from './kinds/tells-kind.ts'
