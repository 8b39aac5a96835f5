import { expect, test } from 'vitest'
import { registrableDomain } from './registrable-domain.ts'

test.each([
  ['https://www.AnnPlumbing.org/about', 'annplumbing.org'],
  ['mail.annplumbing.co.uk', 'annplumbing.co.uk'],
  ['ann.wixsite.com/plumbing', 'ann.wixsite.com'],
  ['shop.ann.us.com', 'ann.us.com'],
  ['ann.myshopify.com', 'ann.myshopify.com'],
  ['ann.square.site', 'ann.square.site'],
  ['ann.github.io', 'ann.github.io'],
  ['ann.webflow.io', 'ann.webflow.io'],
  ['ann.netlify.app', 'ann.netlify.app'],
  ['https://www.Ann.business.site', 'ann.business.site'],
  ['https://ann.weebly.com/', 'ann.weebly.com'],
  ['wixsite.com', null],
  ['www.wixsite.com', null],
  ['business.site', null],
  ['www.weebly.com/ann', null],
  ['us.com', null],
  ['Ann Plumbing', null],
  ['127.0.0.1', null],
])('the owner of %s is identified by %s', (text, domain) => expect(registrableDomain(text)).toBe(domain))
