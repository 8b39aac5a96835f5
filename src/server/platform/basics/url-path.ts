/** The path of a URL without the query, which can contain secrets and personal data. */
export const pathOf = (url: string): string => url.split('?', 1)[0] ?? '/'
