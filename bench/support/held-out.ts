import { hash } from 'node:crypto'

/** Whether a case belongs to the half on which nothing is tuned. */
export const belongsToHeldOut = (name: string): boolean =>
  Number.parseInt(hash('sha256', name, 'hex').slice(0, 2), 16) % 2 === 1

/** A share with its 95% confidence interval (Wilson), such as "0.962 [0.923, 0.981]". */
export function shareWithInterval(part: number, whole: number): string {
  const z = 1.96
  const share = part / whole
  const scale = 1 + z ** 2 / whole
  const middle = (share + z ** 2 / (2 * whole)) / scale
  const reach = (z * Math.sqrt((share * (1 - share)) / whole + z ** 2 / (4 * whole ** 2))) / scale
  return `${share.toFixed(3)} [${(middle - reach).toFixed(3)}, ${(middle + reach).toFixed(3)}]`
}
