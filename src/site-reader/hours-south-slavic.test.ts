import { describe, expect, test } from 'vitest'
import { hoursInAnyLanguage } from './hours-languages.ts'
import { writeWeek } from './week.rules.ts'

const inText = (text: string) => {
  const { weeks, areDoubtful } = hoursInAnyLanguage(text)
  return areDoubtful ? 'doubtful' : weeks.map(writeWeek).join(' / ')
}
const WORK = 'Mo-Fr 08:00-16:00'
const WEEK = 'Mo-Fr 08:00-16:00; Sa 09:00-13:00'

describe('hours in Croatian, Serbian, Slovenian, and Macedonian are read', () => {
  test.each([
    ['Vodoinstalater Šimić\nRadno vrijeme: Pon–Pet 8:00–16:00, Sub 9–13', WEEK],
    ['Vodoinstalater Šimić\nRadno vrijeme\nPonedjeljak - petak: 8 - 16 h\nSubota: 9 - 13 h\nNedjelja: zatvoreno', WEEK],
    [
      'Vodoinstalater Šimić\nRadno vrijeme\nPon 8:00-16:00\nUto 8:00-16:00\nSri 8:00-16:00\nČet 8:00-16:00\nPet 8:00-16:00\nSub 9:00-13:00',
      WEEK,
    ],
    ['Vodoinstalater Šimić\nRadno vrijeme: radnim danom od 8 do 16 sati, subotom od 9 do 13 sati', WEEK],
    ['Servis Đorđević\nRadno vreme: ponedeljak - petak 8-16h, subota 9-13h, nedelja ne radimo', WEEK],
    ['Servis Đorđević\nRadno vreme: Pon-Ned 00-24', 'Mo-Su 00:00-23:59'],
    ['Servis Đorđević\nRadimo svaki dan od 8 do 20 časova\nRadno vreme', 'Mo-Su 08:00-20:00'],
    ['Vodovod Žagar\nDelovni čas: pon.–pet. 8.00–16.00, sob. 9.00–13.00', WEEK],
    ['Vodovod Žagar\nOdpiralni čas\nPonedeljek - petek: 8.00 - 16.00\nSobota: 9.00 - 13.00\nNedelja: zaprto', WEEK],
    ['Сервис Ђорђевић\nРадно време: Пон–Пет 8:00–16:00, Суб 9–13', WEEK],
    ['Сервис Ђорђевић\nРадно време\nПонедељак - петак: 8-16 часова\nСубота: 9-13 часова\nНедеља: не радимо', WEEK],
    ['Сервис Трајковски\nРаботно време: понеделник - петок 8:00 - 16:00, сабота 9:00 - 13:00', WEEK],
    ['Сервиз Петров\nРаботно време: Пон-Пет 8:00-16:00\nСъб 9:00-13:00', WEEK],
  ])('%j', (text, hours) => expect(inText(text)).toBe(hours))

  test.each([
    ['Vodoinstalater Šimić\nLjetno radno vrijeme: Pon–Pet 8:00–16:00', ''],
    ['Vodoinstalater Šimić\nRadno vrijeme od lipnja do rujna\nPon–Pet 8:00–16:00', 'doubtful'],
    ['Konoba Šimić\nRadno vrijeme kuhinje\nPon–Pet 8:00–16:00', ''],
    ['Servis Đorđević\nDežurna služba\nPon–Pet 8:00–16:00\ninfo@flatirons.com', ''],
    // "Чет" and "нечет" are even and odd days of a month in Russian.
    ['Стоматология\nРежим работы\nчет: 8:00-14:00\nнечет: 14:00-20:00', ''],
  ])('but not those of a part, of a season, or of other days: %j', (text, hours) => expect(inText(text)).toBe(hours))
})

describe('a page with few words is in the language of its heading', () => {
  test.each([
    ['Usługi elektryczne\nGodziny pracy: Pon–Pt 8:00–16:00', WORK],
    ['Usługi elektryczne\nGodziny otwarcia\nPn.–Pt. 8:00–16:00\nSob. 9:00–13:00\nNd. nieczynne', WEEK],
    ['Účetnictví Nováček\nPracovní doba: Po–Pá 8:00–16:00', WORK],
    ['Kaderníctvo Ružička\nOtváracie hodiny: Po–Pi 8:00–16:00, So 9:00–13:00', WEEK],
    ['Kaderníctvo Ružička\nPracovná doba: Pon–Pia 8:00–16:00', WORK],
    ['Fűtés\nNyitvatartás: H–P 8:00–16:00, Szo: 9:00–13:00', WEEK],
    ['Instalații\nProgram de lucru: Luni–Vineri 8:00–16:00', WORK],
    ['Сантехник\nРежим работы: Пн–Пт 8:00–16:00', WORK],
    ['Сантехнік\nГрафік роботи: Пн–Пт 8:00–16:00, Сб 9:00–13:00', WEEK],
    ['Rörmokare\nÖppettider: mån–fre 8:00–16:00', WORK],
    ['VVS Øst\nÅbningstider: man-fre 8.00-16.00', WORK],
  ])('%j', (text, hours) => expect(inText(text)).toBe(hours))
})

test('a Saturday is also called "Sonnabend" or "Sbd." in German', () => {
  expect(inText('Öffnungszeiten\nMontag - Freitag 8:00 - 16:00 Uhr\nSonnabend 9:00 - 13:00 Uhr')).toBe(WEEK)
  expect(inText('Öffnungszeiten\nMo - Fr 8:00 - 16:00 Uhr\nSbd. 9:00 - 13:00 Uhr')).toBe(WEEK)
})

test('contacts above hours are found over many blanks, and with a label for phone and fax', () => {
  const blanks = `\n${' '.repeat(68)}`.repeat(8)
  expect(inText(`info@flatirons.de${blanks}${blanks}Montag - Freitag 8:00 - 16:00 Uhr`)).toBe(WORK)
  expect(inText('Tel/Fax (03 51) 6 41 30 17\nMontag - Freitag 8:00 - 16:00 Uhr')).toBe(WORK)
})
