/** Whom a domain belongs to: registrable domains, platforms, mail providers, and domains for examples. */
export { isFreemail } from './freemail.ts'
export { platformDomains, isSocialDomain, isPlatformDomain, isDirectoryDomain, isMapPage } from './platforms.ts'
export { registrableDomain, webHostOf } from './registrable-domain.ts'
export { isPlaceholderDomain, isVendor } from './strange-domains.ts'
