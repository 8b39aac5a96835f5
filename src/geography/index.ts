/** Towns, ZIP codes, counties, states, and area codes of the United States, and distances. */
export { areaCodes } from './area-codes.ts'
export { cellOf, cellsOfBox, cellBox, cellsInCircle } from './cell.ts'
export {
  type County,
  allCounties,
  countyOfFips,
  countyAt,
  usBorders,
  isInCounty,
  isInRing,
  boxOfRing,
} from './counties.ts'
export { loadGazetteer } from './gazetteer-file.ts'
export { type Town, type Zip, type Gazetteer, zipInfo, findTown, townInState, townSpelling } from './gazetteer.ts'
export {
  EARTH_RADIUS_MILES,
  type Point,
  type Box,
  distanceMiles,
  widenedBox,
  boxAroundAll,
  boxesMeet,
  boxesJoined,
  isInBox,
  milesToBox,
  middleOf,
  boxAround,
} from './great-circle.ts'
export { nearestTown, nearestZip } from './nearest.ts'
export { stateNames, stateCode, isUnitedStates } from './states.ts'
export { plainWords, townKey, keyOfWords } from './town-key.ts'
