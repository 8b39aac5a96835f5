import { isPlatformDomain } from './platforms.ts'

/** Examples in forms and themes, makers of themes, standards, and programs that report errors. */
const placeholders = new Set(
  `example.com example.org example.net example.edu domain.com domainname.com yourdomain.com your-domain.com
  mydomain.com yoursite.com yourwebsite.com mysite.com website.com site.com sitename.com email.com youremail.com
  yourmail.com company.com companyname.com yourcompany.com mycompany.com yourbusiness.com business.com
  businessname.com address.com sample.com test.com demo.com emailaddress.com themeforest.net templatemonster.com
  colorlib.com envato.com beispiel.de mustermann.de musterfirma.de deinedomain.de ihredomain.de ejemplo.com ejemplo.es
  dominio.com tudominio.com tuempresa.com suempresa.com exemple.com exemple.fr votredomaine.com votresite.fr
  esempio.it voorbeeld.nl voorbeeld.com exemplo.com exemplo.com.br seudominio.com.br twojadomena.pl twojastrona.pl
  twojafirma.pl mojastrona.pl html5up.net freehtml5.co wixpress.com sentry.io w3.org schema.org latofonts.com
  fontawesome.com jquery.com elementor.com abc.com xyz.com abcd.com abcxyz.com`.split(/\s+/),
)

/** Website builders, hosts, and makers of software for booking, billing, and privacy policies. */
const vendors = new Set(
  `wix.com squarespace.com weebly.com godaddy.com wordpress.com wordpress.org shopify.com webflow.com webflow.io
  duda.co jimdo.com mailchimp.com hubspot.com networksolutions.com web.com vistaprint.com homestead.com ionos.com
  yola.com bluehost.com hostgator.com namecheap.com cloudflare.com gstatic.com googleapis.com apple.com microsoft.com
  stripe.com paypal.com secureserver.net myftpupload.com wpengine.com kinsta.com siteground.com dreamhost.com
  mindbody.io zenoti.com jane.app simplepractice.com therapynotes.com getweave.com podium.com patientpop.com
  phreesia.com athenahealth.com nexhealth.com localmed.com carecredit.com housecallpro.com mdbootstrap.com
  greatives.eu themefuse.com themesflat.com templatemo.com tooplate.com getjobber.com servicetitan.com getbento.com
  popmenu.com olo.com sevenrooms.com termly.io iubenda.com termsfeed.com freeprivacypolicy.com userway.org
  accessibe.com audioeye.com onetrust.com cookiebot.com cookieyes.com usercentrics.com`.split(/\s+/),
)

/** True for a domain whose addresses never belong to a business, but to examples, themes, and scripts. */
export const isPlaceholderDomain = (domain: string): boolean => placeholders.has(domain)

/** True for a website builder, a network, a directory, or a software company. Its addresses never belong to a customer. */
export const isVendor = (domain: string): boolean => vendors.has(domain) || isPlatformDomain(domain)
