import { stateNames } from '#server/catalog/gazetteer/states.ts'

const territories: ReadonlySet<string> = new Set(['PR', 'VI', 'GU', 'AS', 'MP'])

export const fiftyStatesAndDc: ReadonlySet<string> = new Set(
  Object.keys(stateNames).filter(state => !territories.has(state)),
)
