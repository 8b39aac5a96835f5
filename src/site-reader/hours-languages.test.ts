import { describe, expect, test } from 'vitest'
import { hoursInAnyLanguage } from './hours-languages.ts'
import { writeWeek } from './week.rules.ts'

const inText = (text: string) => {
  const { weeks, areDoubtful } = hoursInAnyLanguage(text)
  return areDoubtful ? 'doubtful' : weeks.map(writeWeek).join(' / ')
}
const WORK = 'Mo-Fr 09:00-17:00'
const WEEK = 'Mo-Fr 09:00-17:00; Sa 09:00-12:00'
const DAILY = 'Mo-Su 10:00-22:00'
const ALWAYS = 'Mo-Su 00:00-23:59'

/** A sentence for each language whose letters say that a page is in it. */
const about: Readonly<Record<string, string>> = {
  Czech:
    'Jsme řemeslníci z Liberce a čistíme odpady, opravíme ústřední topení, kotle i střechy během týdne. Přijďte včas.',
  Slovak:
    'Naši majstri opravujú čerpadlá, kúrenie, ľahké strechy a čistia odpady. Ďakujeme, že ste tu, máte šťastie, že prší.',
  Polish:
    'Naprawiamy rury, piece i dachy, czyścimy też zbiorniki. Działamy od trzydziestu lat, więc możesz nam zaufać, także w święta.',
  Russian: 'Мы ремонтируем трубы, котлы и крыши в городе уже тридцать лет, и нас советуют друзьям.',
  Ukrainian: 'Ми ремонтуємо труби, котли та дахи у місті вже тридцять років, і нас радять друзям.',
  Bulgarian: 'Ремонтираме тръби, котли и покриви в града от тридесет години и хората ни препоръчват.',
  Swedish:
    'Vi lagar rör, tak och pannor på åtta orter, och många år har vi fått förtroende från både små och stora gårdar.',
  Danish:
    'Vi reparerer rør, tage og kedler på otte øer, og folk har anbefalet os i mange år, både små og større gårde. Vær så god.',
  Norwegian:
    'Vi reparerer rør, tak og kjeler på åtte øyer, og folk har anbefalt oss i mange år, både små og større gårder.',
  Finnish:
    'Korjaamme putkia, kattoja ja lämmityskattiloita jo kolmatta vuosikymmentä. Täältä näet myös työmme, ja päätät itse, käytätkö meitä yöllä vai päivällä. Yötyö käy myös.',
  Turkish:
    'Kırk yıldır şehrimizde boru, kazan ve çatı onarıyoruz, komşularınız bizi size tavsiye ediyor. Bir ağaç kadar sağlamız.',
  Hungarian:
    'Csöveket, tetőket és fűtőtesteket javítunk, minőségi erővel, időben, a belső és külső területeken. Jöjjön előre.',
  Romanian:
    'Reparăm țevi, cazane și acoperișuri în oraș de treizeci de ani, și oamenii ne recomandă prietenilor. Vă așteptăm.',
  Greek: 'Επισκευάζουμε σωλήνες, λέβητες και στέγες στην πόλη εδώ και τριάντα χρόνια, με καλή φήμη.',
}
const languages: readonly [string, [text: string, hours: string][]][] = [
  [
    'Czech',
    [
      ['Otevírací doba\nPo–Pá: 9:00–17:00\nSo: 9:00–12:00\nNe: zavřeno', WEEK],
      ['Otevírací doba\nPo\n9:00–17:00\nÚt\n9:00–17:00\nSt\n9:00–17:00\nČt\n9:00–17:00\nPá\n9:00–17:00', WORK],
      ['Provozní doba: pondělí až pátek od 9 do 17 hodin', WORK],
      ['Otevřeno denně od 10:00 do 22:00 hod.', DAILY],
      ['Pracovní doba\nPo - Pá 8-12, 13-17 hod', 'Mo-Fr 08:00-12:00; Mo-Fr 13:00-17:00'],
      ['Otevírací doba\nPo - Ne: nonstop', ALWAYS],
      ['Letní otevírací doba\nPo–Pá: 9:00–17:00', 'doubtful'],
      ['Otevírací doba květen - září\nPo–Pá: 9:00–17:00', 'doubtful'],
      ['Otevírací doba kuchyně\nPo–Pá: 9:00–17:00\nŘ', ''],
    ],
  ],
  [
    'Slovak',
    [
      ['Otváracie hodiny\nPondelok - Piatok: 9:00 - 17:00\nSobota: 9:00 - 12:00\nNedeľa: Zatvorené', WEEK],
      ['Otváracia doba\nPo-Pia 9.00-17.00\nSo 9.00-12.00\nNe zatvorené', WEEK],
      ['Poradíme vám, ľudia\nPon - Pia 9:00 - 17:00 0948 313 028', WORK],
    ],
  ],
  [
    'Polish',
    [
      ['Godziny otwarcia\nPoniedziałek – Piątek: 9:00 – 17:00\nSobota: 9:00 – 12:00\nNiedziela: nieczynne', WEEK],
      ['Godziny otwarcia:\npn.-pt. 9:00-17:00\nsob. 9:00-12:00\nniedz. zamknięte', WEEK],
      ['Czynne od poniedziałku do piątku w godz. 9.00-17.00', WORK],
      ['Jesteśmy czynni od poniedziałku do piątku w godzinach od 9 do 17, w soboty od 9 do 12.', WEEK],
      ['Godziny otwarcia\nPn\n9:00-17:00\nWt\n9:00-17:00\nŚr\n9:00-17:00\nCzw\n9:00-17:00\nPt\n9:00-17:00', WORK],
      ['Godziny przyjęć\nponiedziałek 8-12\nwtorek 14-18', 'Mo 08:00-12:00; Tu 14:00-18:00'],
      ['Godziny otwarcia: całodobowo', ALWAYS],
    ],
  ],
  [
    'Russian',
    [
      ['Режим работы\nПн-Пт: 9:00-17:00\nСб: 9:00-12:00\nВс: выходной', WEEK],
      ['Режим работы: Пн.–Пт. с 9:00 до 17:00, Сб. с 9:00 до 12:00, Вс. — выходной', WEEK],
      ['График работы:\nпонедельник - пятница с 9.00 до 17.00\nсуббота, воскресенье - выходной', WORK],
      ['Часы работы: ежедневно, с 10-00 до 22-00, без выходных', DAILY],
      ['Мы работаем ежедневно с 10:00 до 22:00', DAILY],
      ['Пн-Пт 9:00-17:00 (без перерыва)\nСб, Вс - выходной\n+7 (495) 123-45-67', WORK],
      ['Режим работы: Пн-Пт 9:00-18:00, обед 13:00-14:00', 'Mo-Fr 09:00-13:00; Mo-Fr 14:00-18:00'],
      ['Режим работы\nБудни: 9:00 - 17:00\nВыходные: 10:00 - 16:00', 'Mo-Fr 09:00-17:00; Sa-Su 10:00-16:00'],
      ['Режим работы: круглосуточно', ALWAYS],
    ],
  ],
  [
    'Ukrainian',
    [
      ['Графік роботи\nПн-Пт: 9:00-17:00\nСб: 9:00-12:00\nНд: вихідний', WEEK],
      ['Графік роботи: понеділок – п’ятниця з 9:00 до 17:00', WORK],
      ['Працюємо щодня з 10:00 до 22:00', DAILY],
    ],
  ],
  ['Bulgarian', [['Работно време\nПонеделник - Петък: 9:00 - 17:00 ч.\nСъбота и Неделя: почивен ден', WORK]]],
  [
    'Swedish',
    [
      ['Öppettider\nMåndag–fredag 9–17\nLördag 9–12\nSöndag stängt', WEEK],
      ['Öppettider\nMån-Fre 09.00-17.00\nLör 09.00-12.00\nSön Stängt', WEEK],
      ['Öppet vardagar 9-17. Välkommen!', WORK],
    ],
  ],
  ['Danish', [['Åbningstider\nMandag - fredag: kl. 9.00 - 17.00\nLørdag: kl. 9.00 - 12.00\nSøndag: Lukket', WEEK]]],
  ['Norwegian', [['Åpningstider\nMan - Fre: 09 - 17\nLørdag 9-12\nSøndag: Stengt', WEEK]]],
  ['Finnish', [['Aukioloajat\nMa-Pe 9-17\nLa 9-12\nSu suljettu', WEEK]]],
  [
    'Turkish',
    [
      ['Çalışma Saatleri\nPazartesi - Cuma: 09:00 - 17:00\nCumartesi: 09:00 - 12:00\nPazar: Kapalı', WEEK],
      ['Çalışma Saatlerimiz\nHafta içi: 09:00 - 17:00\nCumartesi: 09:00 - 12:00\nPazar günü kapalı', WEEK],
      ['ÇALIŞMA SAATLERİ\nPzt - Cum: 09:00 - 17:00\nCmt: 09:00 - 12:00', WEEK],
    ],
  ],
  [
    'Hungarian',
    [
      ['Nyitva tartás\nHétfő-Péntek: 9:00-17:00\nSzombat: 9:00-12:00\nVasárnap: zárva', WEEK],
      ['Nyitvatartás: H-P: 9-17, Szo: 9-12', WEEK],
      ['Nyitva hétfőtől péntekig 9-17 óráig', WORK],
      ['Nyitvatartási idő: hétköznap 9 órától 17 óráig', WORK],
    ],
  ],
  [
    'Romanian',
    [
      ['Program de lucru\nLuni - Vineri: 09:00 - 17:00\nSâmbătă: 09:00 - 12:00\nDuminică: Închis', WEEK],
      ['Program cu publicul: de luni până vineri între orele 9 și 17', WORK],
    ],
  ],
  [
    'Greek',
    [
      ['Ωράριο λειτουργίας\nΔευτέρα - Παρασκευή: 09:00 - 17:00\nΣάββατο: 09:00 - 12:00\nΚυριακή: Κλειστά', WEEK],
      ['Ωράριο: Δευ-Παρ 9:00-17:00', WORK],
    ],
  ],
  [
    'German',
    [
      ['Öffnungszeiten\nMontags bis Freitags: 9-17 Uhr\nSamstags: 9-12 Uhr', WEEK],
      ['Unsere Bürozeiten: werktags 9 bis 17 Uhr', WORK],
      ['Öffnungszeiten April bis Oktober\nMo-Fr 9-17 Uhr', 'doubtful'],
      ['Öffnungszeiten Küche\nMo-Fr 9-17 Uhr', ''],
    ],
  ],
  [
    'Italian',
    [
      ['Aperti dal lunedì al venerdì dalle ore 9:00 alle ore 17:00', WORK],
      ['Orari: Lun-Ven 9-13 e 15-19', 'Mo-Fr 09:00-13:00; Mo-Fr 15:00-19:00'],
    ],
  ],
  ['French', [['Horaires\nDu lundi au vendredi : 9h - 12h / 14h - 18h', 'Mo-Fr 09:00-12:00; Mo-Fr 14:00-18:00']]],
  ['Portuguese', [['Horário: 2ª a 6ª feira das 9h às 17h', WORK]]],
  ['Dutch', [['Openingstijden:\nMa 9:00-17:00\nDi 9:00-17:00\nWo 9:00-17:00\nDo 9:00-17:00\nVr 9:00-17:00', WORK]]],
]
describe.each(languages)('hours in %s are read', (language, cases) => {
  test.each(cases)('%j', (text, hours) => expect(inText(`${about[language] ?? ''}\n\n\n${text}`)).toBe(hours))
})

test('sentences about other days than those of the week give no hours', () => {
  expect(inText(`${about.Czech}\nZápis od 1. 9. do 30. 9. každý čtvrtek v 17:00`)).toBe('')
  expect(inText(`${about.Russian}\nПраздник в субботу с 10:00 до 12:00`)).toBe('')
})

describe('hours that are not those of the business are left out', () => {
  test.each([
    ['Russian', 'Техническая поддержка\nПн-Пт: 9:00-17:00\nСб-Вс: 10:00-16:00'],
    ['Russian', 'Приём заказов\nЕжедневно с 10:00 до 22:00'],
    ['Russian', 'Время приема заказов\nЕжедневно с 10:00 до 22:00'],
    ['Russian', 'Расписание занятий\nПн-Вс 9:00-21:00'],
    ['Russian', 'Режим работы кухни\nПн-Вс 9:00-21:00'],
    ['Russian', 'Режим работы сайта: круглосуточно'],
    ['Czech', 'Denní menu\nPo-Pá 11:00-14:00\ninfo@flatirons.com'],
    ['Czech', 'Kurzy\nPo 18-19\nÚt 18-19\nSt 18-19\nČt 18-19\nPá 18-19'],
    ['Czech', 'Otevírací doba o Vánocích\nPo-Pá 9-12'],
    ['Polish', 'Biuro obsługi klienta\nPon.-Pt. 9-17\ninfo@flatirons.com'],
    ['Polish', 'Warsztaty\nZapraszamy w soboty od 9 do 12'],
    ['Polish', 'Kasa\nCzynna codziennie 9:00-15:00'],
    ['Polish', 'Godziny otwarcia w Wielkanoc\nSobota 9-12'],
    ['Swedish', 'Julens öppettider\nMån-Fre 9-12'],
    ['Swedish', 'Kundtjänst\nMån-Fre 9-12\ninfo@flatirons.com'],
    ['Turkish', 'Ramazan çalışma saatleri\nPazartesi - Cuma: 09:00 - 17:00'],
    ['Turkish', 'Kurs Saatleri\nPazartesi - Cuma: 09:00 - 17:00\ninfo@flatirons.com'],
    ['Hungarian', 'Ügyfélszolgálat\nHétfő-Péntek: 9:00-17:00\ninfo@flatirons.com'],
    ['German', 'Hotline\nMo-Fr 8-12 Uhr\ninfo@flatirons.com'],
    ['German', 'Öffnungszeiten Weihnachten\nMo-Sa 7-11 Uhr'],
    ['German', 'Öffnungszeiten Sommerferien\nMo-Sa 7-11 Uhr'],
  ])('in %s: %j', (language, text) => expect(inText(`${about[language] ?? ''}\n\n\n${text}`)).toBe(''))

  test('and those with a note that is not understood, or of a season, are doubtful', () => {
    expect(inText(`${about.Czech}\n\n\nOtevírací doba\nPo-Pá 9-17 (sudý týden)`)).not.toContain('17:00')
    expect(inText('Öffnungszeiten\nSonntag: geschlossen\nSamstag 9-12 Uhr (nur Abholung)')).not.toContain('12:00')
    expect(inText('Öffnungszeiten im Sommer\nMo-Fr 9-17 Uhr')).toBe('doubtful')
  })
})

test('"6-10" says no part of the day where people count to twelve', () => {
  expect(inText(`${about.Greek}\n\n\nΩράριο: Κάθε μέρα 6-10`)).not.toContain('06:00')
  expect(inText(`${about.Turkish}\n\n\nÇalışma saatleri\nHer gün 8-9`)).not.toContain('08:00')
  expect(inText(`${about.Turkish}\n\n\nÇalışma saatleri\nHafta içi 9-6`)).toBe('Mo-Fr 09:00-18:00')
})
