import providers from 'email-providers/all.json' with { type: 'json' }

/** Email providers in the United States that the package does not list. */
const others = ['fastmail.com', 'suddenlink.net', 'zohomail.com']
const freemailDomains = new Set([...providers, ...others])

/** Whether anyone can have a mailbox at the domain. Such a domain does not identify a business. */
export const isFreemail = (domain: string): boolean => freemailDomains.has(domain)
