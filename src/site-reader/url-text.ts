/** Decodes URL escapes. Returns the text unchanged if the escapes are broken. */
export const unescaped = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
