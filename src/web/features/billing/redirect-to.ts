/** Leaves the application for a page of the payment provider. */
export function redirectTo(address: string): void {
  if (!/^https?:$/.test(new URL(address, location.href).protocol)) throw new Error('This address cannot be opened.')
  location.assign(address)
}
