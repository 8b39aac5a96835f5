/** Writes numbers as "1,234.5". */
export const number = new Intl.NumberFormat('en-US')

export const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1)
export const wholeMegabytes = (bytes: number): string => number.format(Math.ceil(bytes / 1e6))
