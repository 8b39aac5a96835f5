import type { LayerSpecification } from 'maplibre-gl'

/** The layers of a style with others above its shapes. Names stay readable: the style's are above the added shapes. */
export function withLayers(
  style: readonly LayerSpecification[],
  added: readonly LayerSpecification[],
): LayerSpecification[] {
  const firstNames = style.findIndex(isNames)
  const shapesEnd = firstNames === -1 ? style.length : firstNames
  return [
    ...style.slice(0, shapesEnd),
    ...added.filter(layer => !isNames(layer)),
    ...style.slice(shapesEnd),
    ...added.filter(isNames),
  ]
}

const isNames = ({ type }: LayerSpecification): boolean => type === 'symbol'
