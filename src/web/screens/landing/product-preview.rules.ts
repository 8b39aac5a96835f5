export type Asked = { category: string; place: string }

/** What the fields say before anything is loaded. */
export const exampleWords: Asked = { category: 'Restaurants', place: 'Boulder, CO' }
