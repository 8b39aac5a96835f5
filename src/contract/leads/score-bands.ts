// No schemas here: the dashboard loads this file, and the validation library only when a field gets the focus.
export const scoreBands = [
  { from: 80, name: 'Excellent Lead', color: 'green' },
  { from: 60, name: 'Good Lead', color: 'blue' },
  { from: 40, name: 'Average Lead', color: 'amber' },
  { from: 20, name: 'Below Average Lead', color: 'orange' },
  { from: 0, name: 'Basic Lead', color: 'grey' },
] as const
export const scoreBandNames = scoreBands.map(({ name }) => name)
export type ScoreBand = (typeof scoreBands)[number]
export const scoreBand = (score: number): ScoreBand => scoreBands.find(band => score >= band.from) ?? scoreBands[4]
