/**
 * One line of text without control characters, direction marks, unpaired surrogates, extra spaces, and the invisible
 * letters (tags) that only AI assistants would read. Null if nothing remains.
 */
export function cleanText(text: string | null | undefined, maxLength = 200): string | null {
  if (text === null || text === undefined) return null
  const clean = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u200B\u202A-\u202E\u2066-\u2069\uFEFF\u{E0000}-\u{E01EF}]+/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
  if (clean === '') return null
  return clean.length <= maxLength ? clean : clean.slice(0, maxLength).toWellFormed().trim()
}
