import { readFileSync } from 'node:fs'
import path from 'node:path'

export type AreaCode = {
  code: number
  /** USPS code. */
  state: string
  /** The position of the main city, in degrees. */
  lat: number
  lon: number
}

export const areaCodes: readonly AreaCode[] = readFileSync(path.join(import.meta.dirname, 'area-codes.txt'), 'utf8')
  .split(/\r?\n/)
  .filter(line => /^[A-Z]{2} *\|/.test(line))
  .flatMap(line => {
    const [state = '', , point = '', codes = ''] = line.split('|').map(cell => cell.trim())
    const [lat = NaN, lon = NaN] = point.split(' ').map(Number)
    return codes.split(' ').map(code => ({ state, lat, lon, code: Number(code) }))
  })
