import { stateNames } from '#geography/index.ts'

const territories: ReadonlySet<string> = new Set(['PR', 'VI', 'GU', 'AS', 'MP'])

export const fiftyStatesAndDc: ReadonlySet<string> = new Set(
  Object.keys(stateNames).filter(state => !territories.has(state)),
)
