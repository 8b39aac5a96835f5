export const tollFreeAreas = [800, 822, 833, 844, 855, 866, 877, 880, 881, 882, 883, 888]
const areas = new Set(tollFreeAreas)

/** `phone` has the digits of E.164, without the plus, of a number in the United States. */
export const isTollFree = (phone: number): boolean => areas.has(Math.floor(phone / 1e7) - 1000)
