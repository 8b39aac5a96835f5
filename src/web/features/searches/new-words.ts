import { formatNumber } from '../../shared/format.ts'

/** The new leads of a search, which are what it costs. Never offers more than is left. */
export function newWords(pulls: number, left: number): string {
  if (pulls === 0) return 'nothing new'
  if (pulls <= left) return `up to ${formatNumber(pulls)} new`
  return `${formatNumber(pulls)} new, ${left === 0 ? 'and you have no leads left' : `and you can get ${formatNumber(left)}`}`
}
