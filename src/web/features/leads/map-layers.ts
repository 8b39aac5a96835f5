import type { LayerSpecification } from 'maplibre-gl'

/** Adds layers to the layers of a style. All names are placed above all shapes, so that they stay readable. */
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
