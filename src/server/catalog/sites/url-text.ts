/** Text without the escapes of URLs; the text itself if they are broken. */
export const unescaped = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
