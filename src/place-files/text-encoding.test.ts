import { expect, test } from 'vitest'
import { decoderNamed, encodingOf } from './text-encoding.ts'

const names =
  `Café Olé|Peña’s Bakery|Taquería Los Ángeles|José’s Auto|Muñoz & Sons|Farmers’ Market|Don’t Panic|O’Brien’s|
  Lumière Salon|CAFÉ PARÍS|Über Detailing|Häagen Cones|Joe “The Plumber” Smith|Acme® Tools|Main–Street Books|Crème Brûlée|
  Panadería Núñez|Pho & Café – Downtown|François Bistro|El Rincón|La Niña Piñatas|Señor Frog’s`
    .split('|')
    .map(name => name.trim())

function bytesIn(encoding: string, text: string): Uint8Array | null {
  const decoder = decoderNamed(encoding)
  const codes = new Map(Array.from({ length: 256 }, (_, code) => [decoder.decode(Uint8Array.of(code)), code]))
  const bytes = text.split('').map(sign => codes.get(sign) ?? null)
  return bytes.includes(null) ? null : Uint8Array.from(bytes as number[])
}

test.each(['windows-1252', 'macintosh', 'cp437', 'cp850'])(
  'a list in %s is recognized, and none is misread',
  encoding => {
    const readings = names.flatMap(name => {
      const bytes = bytesIn(encoding, name)
      if (bytes === null) return []
      const found = encodingOf(bytes).encoding
      return found === null ? [] : [[decoderNamed(found).decode(bytes), name]]
    })
    expect(readings.filter(([reading, name]) => reading !== name)).toEqual([])
    expect(readings.length).toBeGreaterThan(5)
    const usable = names.filter(name => bytesIn(encoding, name) !== null).join('\n')
    const whole = bytesIn(encoding, usable) ?? Uint8Array.of()
    expect(decoderNamed(encodingOf(whole).encoding ?? 'utf-8').decode(whole)).toBe(usable)
  },
)

test('a list in Windows-1252 is nearly always recognized, even with a single special character', () => {
  const unclear = names.filter(name => {
    const bytes = bytesIn('windows-1252', name)
    return bytes !== null && encodingOf(bytes).encoding === null
  })
  expect(unclear).toEqual([])
})

test('damaged UTF-8 is still UTF-8, and the encoding of another alphabet is unclear', () => {
  const damaged = Buffer.concat([Buffer.from('Café Ñandú, Peña'), Buffer.from([0xff, 0xc3])])
  expect(encodingOf(damaged).encoding).toBe('utf-8')
  const russian = Uint8Array.of(0xcf, 0xe5, 0xea, 0xe0, 0xf0, 0xed, 0xff, 0x20, 0xd5, 0xeb, 0xe5, 0xe1)
  expect(encodingOf(russian).encoding).toBe(null)
})
