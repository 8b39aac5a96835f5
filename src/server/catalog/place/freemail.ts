import providers from 'email-providers/all.json' with { type: 'json' }

/** Of the United States, and not in the list of the package. */
const others = ['fastmail.com', 'suddenlink.net', 'zohomail.com']
const freemailDomains = new Set([...providers, ...others])

/** True for a domain where anyone can have a mailbox: it says nothing about the business. */
export const isFreemail = (domain: string): boolean => freemailDomains.has(domain)
