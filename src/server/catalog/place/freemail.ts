import providers from 'email-providers/all.json' with { type: 'json' }

/** Providers in the United States that are missing from the package's list. */
const others = ['fastmail.com', 'suddenlink.net', 'zohomail.com']
const freemailDomains = new Set([...providers, ...others])

/** True for a domain where anyone can have a mailbox, so it does not identify a business. */
export const isFreemail = (domain: string): boolean => freemailDomains.has(domain)
