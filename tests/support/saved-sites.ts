import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { certificateOfAnother } from './certificate-of-another.ts'

const words = '<p>We look after the teeth of families in Boulder, and are open from Monday to Friday.</p>'.repeat(12)

const modern = `<!doctype html><html lang="en"><head><title>Dentist in Boulder | Family Dental</title>
<meta name="description" content="A family dentist in Boulder, Colorado."><meta name="viewport" content="width=device-width">
<script type="application/ld+json">{"@type":"Dentist","name":"Family Dental"}</script>
<script>gtag('config', 'G-ABC123XYZ9')</script></head><body><h1>Family Dental</h1>${words}
<a href="https://calendly.com/family-dental">Book now</a> <a href="https://www.facebook.com/familydental">Facebook</a>
<a href="tel:+13034407777">Call</a><footer>© 2026</footer></body></html>`
const old = `<html><head><title>Home</title><script src="/js/jquery-1.4.2.min.js"></script></head><body>
<center><font size="5">Welcome to our practice</font></center>${words}<img src="a.gif"><img src="b.gif">
<p>Copyright 2009</p></body></html>`

/** Old and modern websites, by the length of their names, and a few that do not answer. */
function reply({ url = '', headers }: IncomingMessage, response: ServerResponse): void {
  const { host = headers.host ?? '', pathname = url } = URL.parse(url) ?? {}
  if (host.length % 17 === 0) return void response.destroy()
  const body = pathname === '/' ? (host.length % 6 === 0 ? modern : old) : null
  response.writeHead(body === null ? 404 : 200, { 'content-type': 'text/html' }).end(body ?? '')
}

/** For journeys: a proxy that answers as the website of each business. Journeys do not check its certificate. */
const secure = createSecureServer(certificateOfAnother, reply)
createServer(reply)
  .on('connect', (_, socket) => {
    socket.on('error', () => {})
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
    secure.emit('connection', socket)
  })
  .listen(Number(process.env.SITES_PORT), '127.0.0.1')
