export { hasChanges, newestRun, newPlaces, whereAdded } from './news.repository.ts'
