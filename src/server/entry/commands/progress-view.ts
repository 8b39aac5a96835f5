import { number } from '#server/platform/basics/shown-numbers.ts'
import type { Progress } from './command.ts'

/** A terminal, or a file or pipe instead. */
export type Screen = { isTTY?: boolean; columns?: number; write: (text: string) => unknown }

const BAR_CELLS = 30
const LINE_EVERY_MS = 5000
const FRAME_EVERY_MS = 100
const clearLine = '\r\u001B[2K'

/** Shows progress: as a bar on one line of a terminal, otherwise as a plain line now and then. */
export class ProgressView {
  #screen: Screen
  #now: () => number
  #step = ''
  #shownAt = -Infinity
  #isBarShown = false

  constructor(screen: Screen, now: () => number = () => performance.now()) {
    this.#screen = screen
    this.#now = now
  }

  show(progress: Progress): void {
    // The numbers of a label change all the time, such as "1.5 of 20.1 MB, 3 s left".
    const step = progress.label.replace(/\d.*$/, '')
    const isNew = step !== this.#step
    const pauseMs = this.#screen.isTTY === true ? FRAME_EVERY_MS : LINE_EVERY_MS
    if (!isNew && this.#now() - this.#shownAt < pauseMs) return
    this.#step = step
    this.#shownAt = this.#now()
    if (this.#screen.isTTY !== true) {
      this.#screen.write(`${textOf(progress)}\n`)
      return
    }
    this.#screen.write(clearLine + `${barOf(progress)}${textOf(progress)}`.slice(0, (this.#screen.columns ?? 80) - 1))
    this.#isBarShown = true
  }

  /** Clears the bar, so that other text can follow. */
  clear(): void {
    if (this.#isBarShown) this.#screen.write(clearLine)
    this.#isBarShown = false
  }
}

function textOf({ label, done, total }: Progress): string {
  if (total === null) return done === 0 ? `${label} ...` : `${label}: ${number.format(done)}`
  return `${label}: ${number.format(done)} of ${number.format(total)}`
}

function barOf({ done, total }: Progress): string {
  if (total === null || total === 0) return ''
  const full = Math.min(BAR_CELLS, Math.round((done / total) * BAR_CELLS))
  return `[${'#'.repeat(full)}${'.'.repeat(BAR_CELLS - full)}] `
}
