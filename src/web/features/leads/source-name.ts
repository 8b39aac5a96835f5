const names: Record<string, string> = {
  overture: 'Overture Maps',
  foursquare: 'Foursquare OS Places',
  osm: 'OpenStreetMap',
  csv: 'Own list',
  demo: 'Sample data',
}

/** A source's display name. */
export const sourceName = (key: string): string => names[key] ?? key
