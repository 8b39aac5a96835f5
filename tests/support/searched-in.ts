import { vi } from 'vitest'

/** Counts the characters that regular expressions search: for each search, from its start to the end of its match. */
export function searchedIn(work: () => void): number {
  let searched = 0
  // oxlint-disable-next-line typescript/unbound-method -- it is called with an expression
  const { exec } = RegExp.prototype
  const spy = vi.spyOn(RegExp.prototype, 'exec').mockImplementation(function (this: RegExp, text) {
    const start = this.global || this.sticky ? this.lastIndex : 0
    const match = exec.call(this, text)
    const end = match === null ? (this.sticky ? start : text.length) : match.index + match[0].length
    searched += Math.max(1, end - start)
    return match
  })
  try {
    work()
  } finally {
    spy.mockRestore()
  }
  return searched
}
