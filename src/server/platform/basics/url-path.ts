/** The path of a request's address, without the query: that can hold secrets and personal data. */
export const pathOf = (url: string): string => url.split('?', 1)[0] ?? '/'
