export { catalogVersion, countOffered } from '#server/catalog/tables/catalog.repository.ts'
export { listedPlaces, placeMarks, placesNamed, returnMarks } from './catalog-search.repository.ts'
