/** Reads the page's color tokens in a format that a map understands ("rgb(…)"), for the current theme. */
export function readColors<Token extends string>(
  element: HTMLElement,
  tokens: readonly Token[],
): Record<Token, string> {
  const pixel = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const read = (token: Token): string => {
    const probe = document.createElement('span')
    probe.style.cssText = `color: var(--color-${token}); forced-color-adjust: none`
    element.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    if (pixel === null) return 'rgb(128, 128, 128)'
    pixel.fillStyle = color
    pixel.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = pixel.getImageData(0, 0, 1, 1).data
    return `rgb(${red}, ${green}, ${blue})`
  }
  return Object.fromEntries(tokens.map(token => [token, read(token)])) as Record<Token, string>
}
