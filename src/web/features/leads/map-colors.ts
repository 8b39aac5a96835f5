/** The color tokens of the page as a map can read them ("rgb(…)"), in the theme that is on. */
export function readColors<Token extends string>(
  element: HTMLElement,
  tokens: readonly Token[],
): Record<Token, string> {
  const probe = element.appendChild(document.createElement('span'))
  const pixel = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const read = (token: Token): string => {
    probe.style.color = `var(--color-${token})`
    if (pixel === null) return 'rgb(128, 128, 128)'
    pixel.fillStyle = getComputedStyle(probe).color
    pixel.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = pixel.getImageData(0, 0, 1, 1).data
    return `rgb(${red.toString()}, ${green.toString()}, ${blue.toString()})`
  }
  const colors = Object.fromEntries(tokens.map(token => [token, read(token)])) as Record<Token, string>
  probe.remove()
  return colors
}
