/** A street map for journeys: a style, and tiles with a grid of streets. Its first argument is the port. */
import { createServer } from 'node:http'

const port = Number(process.argv[2])
const address = `http://127.0.0.1:${port}`
// A vector tile with one layer, "streets", of 64 lines.
const tile = Buffer.from(
  'GoAFeAIKB3N0cmVldHMS7wQYAiLqBAkAAAqAQIBACf8//z8KgECAQAn/P/8/CgAACYBAAAr/P4BACYAE/z8KgDyAPAn/P/83CoA8gDwJ/zf/Pwr/A4AECYBAAAr/O4A8CYAE/z8KgDiAOAn/P/8vCoA4gDgJ/y//Pwr/B4AICYBAAAr/N4A4CYAE/z8KgDSANAn/P/8nCoA0gDQJ/yf/Pwr/C4AMCYBAAAr/M4A0CYAE/z8KgDCAMAn/P/8fCoAwgDAJ/x//Pwr/D4AQCYBAAAr/L4AwCYAE/z8KgCyALAn/P/8XCoAsgCwJ/xf/Pwr/E4AUCYBAAAr/K4AsCYAE/z8KgCiAKAn/P/8PCoAogCgJ/w//Pwr/F4AYCYBAAAr/J4AoCYAE/z8KgCSAJAn/P/8HCoAkgCQJ/wf/Pwr/G4AcCYBAAAr/I4AkCYAE/z8KgCCAIAn/PwAKgCCAIAkA/z8K/x+AIAmAQAAK/x+AIAmABP8/CoAcgBwJ/z+ACAqAHIAcCYAI/z8K/yOAJAmAQAAK/xuAHAmABP8/CoAYgBgJ/z+AEAqAGIAYCYAQ/z8K/yeAKAmAQAAK/xeAGAmABP8/CoAUgBQJ/z+AGAqAFIAUCYAY/z8K/yuALAmAQAAK/xOAFAmABP8/CoAQgBAJ/z+AIAqAEIAQCYAg/z8K/y+AMAmAQAAK/w+AEAmABP8/CoAMgAwJ/z+AKAqADIAMCYAo/z8K/zOANAmAQAAK/wuADAmABP8/CoAIgAgJ/z+AMAqACIAICYAw/z8K/zeAOAmAQAAK/weACAmABP8/CoAEgAQJ/z+AOAqABIAECYA4/z8K/zuAPAmAQAAK/wOABCiAIA==',
  'base64',
)

const styleOf = (tiles: string) => ({
  version: 8,
  sources: { streets: { type: 'vector', url: `${address}/${tiles}` } },
  layers: [
    { id: 'land', type: 'background', paint: { 'background-color': '#f2f3f0' } },
    { id: 'streets', type: 'line', source: 'streets', 'source-layer': 'streets', paint: { 'line-color': '#c0c4cc' } },
  ],
})

const answers: [path: RegExp, answer: string | Buffer][] = [
  [/^\/style\.json$/, JSON.stringify(styleOf('tiles.json'))],
  [/^\/without-tiles\.json$/, JSON.stringify(styleOf('nothing.json'))],
  [
    /^\/tiles\.json$/,
    JSON.stringify({ tilejson: '3.0.0', tiles: [`${address}/{z}/{x}/{y}.pbf`], attribution: 'Streets: the tests' }),
  ],
  [/\.pbf$/, tile],
]

createServer(({ url = '' }, response) => {
  const [, answer] = answers.find(([path]) => path.test(url)) ?? []
  response.writeHead(answer === undefined ? 404 : 200, { 'access-control-allow-origin': '*' }).end(answer)
}).listen(port, '127.0.0.1')
