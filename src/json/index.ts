/** Reads JSON that others wrote. */
const MAX_DEPTH = 100
const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('"\\[]{}')

/**
 * Undefined if the text is not JSON, or is nested too deeply. With V8 14.6, a syntax error below thousands of levels
 * makes `JSON.parse` damage the memory of the process, which crashes a moment later.
 */
export function parseJson(text: string): unknown {
  if (text.length > MAX_DEPTH && isTooDeep(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isTooDeep(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at + 1)
    else if (code === OPEN_LIST || code === OPEN_OBJECT) depth++
    else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--
    if (depth > MAX_DEPTH) return true
  }
  return false
}

/** The position of the closing quote. */
function endOfString(text: string, from: number): number {
  let at = from
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1
  return at
}
