import type { LayerSpecification } from 'maplibre-gl'

/**
 * Adds layers to the layers of a style: shapes above all its shapes, and names above everything. Names of the style
 * that are above its last shape stay above the added shapes, so that they can be read.
 */
export function withLayers(
  style: readonly LayerSpecification[],
  added: readonly LayerSpecification[],
): LayerSpecification[] {
  const shapesEnd = style.findLastIndex(layer => !isNames(layer)) + 1
  return [
    ...style.slice(0, shapesEnd),
    ...added.filter(layer => !isNames(layer)),
    ...style.slice(shapesEnd),
    ...added.filter(isNames),
  ]
}

const isNames = ({ type }: LayerSpecification): boolean => type === 'symbol'
