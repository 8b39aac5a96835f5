import type { Language } from './hours-language.ts'

export const czechAndSlovak: Language = {
  letters: /[čšžěřůďťňľĺŕČŠŽĚŘŮĎŤŇĽ]/g,
  announced:
    /[Oo]tev[ií]rac[ií] (?:doba|hodiny)|OTEV[IÍ]RAC[IÍ] DOBA|[Oo]tv[aá]racie hodiny|OTV[AÁ]RACIE HODINY|[Oo]tv[aá]racia doba|(?:[Pp]rovozn[ií]|[Pp]racovn[ií]|[Oo]rdina[cč]n[ií]) (?:doba|hodiny)|[Pp]racovn[áa] doba|[Oo]rdina[cč]n[eé] hodiny/,
  days: 'pond[eě]l[ií]|pondel(?:ok|ka|ku|ky) / [uú]ter(?:[yý]|ku|ka|ky|ok) / st[rř]ed[auyěe] / [cč]tvrt(?:ek|ku|ka|ky)|[sš]tvrt(?:ok|ku|ka|ky) / p[aá]t(?:ek|ku|ky)|piat(?:ok|ku|ka|ky) / sobot[auyěe]|s[oô]b[oô]t / ned[eě]l[ieí]|nede[lľ][aeuiy]',
  short: 'pon|po / [uú]t / stř|st / [cč]t|[sš]t / p[aá]|pia?|pi / so / ne',
  hours:
    'otev[ií]rac[ií] (?:doba|hodiny)|otv[aá]racie hodiny|otv[aá]racia doba|(?:provozn[ií]|pracovn[ií]|prodejn[ií]|ordina[cč]n[ií]|[uú]redn[ií]|[uú]řední) (?:doba|hodiny)|(?:prev[aá]dzkov[eé]|pracovn[eéáa]|ordina[cč]n[eé]|predajn[eé]|[uú]radn[eé]) (?:hodiny|doba)|kdy m[aá]me otev[rř]eno',
  open: '(?:m[aá]me )?(?:otev[rř]en[oaéý]|otvoren[eéáý])',
  closed: 'zav[rř]en[oaéý]|zatvoren[eéáý]',
  daily: 'denn[eě]|ka[zž]d[yý] de[nň]|7 dn[ií] v t[yý][zž](?:dnu|dni)',
  weekdays: '(?:v )?(?:pracovn[ií]|v[sš]edn[ií]) dny|(?:v )?pracovn[eéý](?:ch)? d(?:ni|ňoch)',
  weekends: '(?:o )?v[ií]kend[uyoc]?h?',
  always: 'non-?stop|24 hod(?:in)?\\.?(?: denn[eě])?',
  byAppointment:
    '(?:jen |len )?(?:po |na |dle |pod[lľ]a )(?:telefonick\\S{1,4} )?(?:objedn\\p{L}+|dohod\\p{L}+|domluv\\p{L}+)',
  holidays:
    '(?:st[aá]tn[ií] )?sv[aá]tky|(?:[sš]t[aá]tne )?sviatky|v[aá]no[cč]\\p{L}+|vian[oô][cč]\\p{L}+|velikono[cč]\\p{L}+|ve[lľ]k[aá] noc|ve[lľ]kono[cč]\\p{L}+',
  lunch: '(?:poledn[ií] |obedn[aá][ij]?a? ?)?(?:p[rř]est[aá]vka|pauza)',
  seasons: 'letn[ií]|zimn[ií]|letn[aáeé]|zimn[aáeé]|mimo sez[oó]nu|sez[oó]n[anyuě]|do odvol[aá]n[ií](?:a)?',
  months:
    'leden|ledna|[uú]nora?|b[rř]ezen|b[rř]ezna|duben|dubna|kv[eě]ten|kv[eě]tna|[cč]erv(?:en|na|enec|ence)|srpen|srpna|z[aá][rř][ií]|[rř][ií]jen|[rř][ií]jna|listopadu?|prosin(?:ec|ce)|janu[aá]ra?|marec|marca|apr[ií]la?|m[aá]ja?|j[uú]na?|j[uú]la?|septemb(?:er|ra)|okt[oó]b(?:er|ra)',
  others:
    'kuchyn[eěia]|pohotovost|v[yý]dej|rozvoz|infolinka|kurz(?:y|[uů])?|lekc[eií]|(?:denn[ií]|poledn[ií]) menu|denn[eé] menu|(?:z[aá]kaznick[aá] )?(?:linka|podpora)|bohoslu[zž]b[ya]?|m[sš]e|om[sš][aei]',
  from: 'od|v|ve|vo|o',
  to: 'do|a[zž]',
  and: 'a|i|aj',
  oClock: 'hod(?:in[yua]?)?\\.?|h\\.?',
}

export const polish: Language = {
  letters: /[ąęłńśźżĄĘŁŃŚŹŻ]/g,
  announced: /[Gg]odziny (?:otwarcia|pracy|urz[eę]dowania|przyj[eę][cć])|GODZINY (?:OTWARCIA|PRACY)|[Cc]zynne(?::| od)/,
  days: 'poniedzia[lł](?:ek|ku|ki) / wtor(?:ek|ku|ki) / [sś]rod[aęyąeę] / czwart(?:ek|ku|ki) / pi[aą]t(?:ek|ku|ki) / sobot[aęyąe] / niedziel[aęięe]',
  short: 'pon(?:iedz)?|pn|po / wt / [sś]r / czw|cz / pt|pi[aą]?t? / sob|so|sb / niedz|nie|ndz|nd|n',
  hours: '(?:godziny|godz\\.?|czas) (?:otwarcia|pracy|urz[eę]dowania|przyj[eę][cć]|dzia[lł]alno[sś]ci|biura)',
  open: '(?:jeste[sś]my )?(?:otwart[aei]|czynn[aeyi])|zapraszamy|pracujemy',
  closed: 'zamkni[eę]t[eay]|nieczynn[eay]',
  daily: 'codziennie|ca[lł]y tydzie[nń]|7 dni w tygodniu',
  weekdays: '(?:w )?dni (?:robocze|powszednie)',
  weekends: 'weekend\\p{L}{0,2}',
  always: 'ca[lł]odobowo|24 godziny(?: na dob[eę])?|24 ?h|non[ -]?stop',
  byAppointment:
    '(?:tylko )?po (?:wcze[sś]niejszym |telefonicznym )?(?:uzgodnieniu|um[oó]wieniu)(?: telefoniczn\\p{L}+)?|(?:na )?um[oó]wion\\p{L}+ wizyt\\p{L}+',
  holidays: '[sś]wi[eę]ta|wielkanoc\\p{L}*|bo[zż]e(?:go)? narodzeni[ea]|[sś]wi[aą]teczn\\p{L}+',
  lunch: 'przerwa',
  seasons: 'sezon\\p{L}*|latem|zim[aą]|lato|wakacj\\p{L}+|do odwo[lł]ania',
  months:
    'stycz(?:e[nń]|nia)|lut(?:y|ego)|mar(?:zec|ca)|kwie(?:cie[nń]|tnia)|maja?|czerw(?:iec|ca)|lip(?:iec|ca)|sierp(?:ie[nń]|nia)|wrze(?:sie[nń]|[sś]nia)|pa[zź]dziernika?|listopada?|grud(?:zie[nń]|nia)',
  others:
    'kuchni[ae]|infolini\\p{L}+|dy[zż]ur\\p{L}*|pogotowie|dostaw\\p{L}+|msz\\p{L}+|biur\\p{L} obs[lł]ugi(?: klienta)?|kas[ay]|zaj[eę][cć]\\p{L}{0,3}|warsztaty|warsztat[oó]w|kursy?|lekcj\\p{L}+|konsultacj\\p{L}+|recepcj\\p{L}+',
  from: 'od|w godz(?:inach)?\\.?|godz(?:iny|ina)?\\.?|w|we',
  to: 'do|a[zż] do',
  and: 'i|oraz',
  oClock: 'godz(?:iny)?\\.?|h',
}

export const cyrillic: Language = {
  letters: /[а-яіїєґА-ЯІЇЄҐ]{3}/g,
  announced:
    /(?:[Рр]ежим|[Гг]рафик|[Вв]ремя|[Чч]асы) работы|[Гг]рафік роботи|[Гг]одини роботи|(?:РЕЖИМ|ГРАФИК|ВРЕМЯ|ЧАСЫ) РАБОТЫ|ГРАФІК РОБОТИ/,
  days: 'понедельник(?:а|ам|и|у)?|понеділ(?:ок|ка|ки|ку)|понеделник / вторник(?:а|ам|и|у)?|вівтор(?:ок|ка|ки|ку) / сред(?:ам|[ауыеи])|серед(?:ам|[ауиі])|сряда / четверг(?:а|ам|и|у)?|четвер(?:га|гам|ги)?|четвъртък / пятниц(?:ам|[аеуы])|п.?ятниц(?:ям|[яіюи])|петък / суббот(?:ам|[аеуы])|субот(?:ам|[аіуи])|събота / воскресень(?:ям|[еяю])|неділ(?:ям|[яіюі])|недел(?:ям|[яю])',
  short: 'пон|пн / вт / срд|ср / чтв|чт / птн|пт / суб|сбт|сб / воскр|вск|вс|нед|нд',
  hours:
    '(?:режим|график|время|часы|расписание|графік|години|час|розклад)(?: (?:работы|при[её]ма|торговли|роботи|прийому|праці))(?: (?:нашего |нашей |нашого )?(?:магазина|салона|клиники|офиса|компании|центра|ресторана|кафе|бара|студии|мастерской|сервиса|автосервиса|аптеки|стоматологии|гостиницы|парикмахерской|организации|магазину|салону|клініки|офісу|компанії|центру|ресторану|студії))?|работно време|часове? на работа|график(?=:)|графік(?=:)',
  open: '(?:мы )?(?:открыт[оыа]?|работа(?:ем|ет|ют))|(?:ми )?(?:відкрит[оийа]|відчинено|працю(?:є|ємо|ють))|отворено',
  closed:
    '(?:закрыт[оыа]?|зачинено|закрито|выходн(?:ой|ые|ых)(?: день| дни)?|вихідн(?:ий|і|их)(?: день| дні)?|не работа(?:ет|ем)|не працю(?:є|ємо)|почивен ден|почивни дни|затворено)',
  daily:
    'ежедневно|каждый день|щодня|щоденно|кожен день|(?:7 дней в неделю|7 днів на тиждень)|всеки ден|без выходных(?: дней)?|без вихідних(?: днів)?',
  weekdays: '(?:в |по |у )?(?:будн(?:и|ям|ях)(?:е дни)?|будние дни|рабочие дни|будні(?: дні)?|робочі дні|делнични дни)',
  weekends: '(?:в |по |у )?(?:выходные(?: дни)?|вихідні(?: дні)?)(?=[ :\u2010-\u2015-]{1,4}(?:с |з )?\\d)',
  always: 'круглосуточно|цілодобово|денонощно|24 (?:часа|години)(?: в сутки| на добу)?',
  byAppointment:
    '(?:только )?(?:по )?(?:предварительной )?(?:записи|договор[её]нности)|(?:тільки )?за (?:попереднім )?(?:записом|домовленістю)',
  holidays:
    '(?:в )?праздник(?:и|ам|ов)?|праздничные(?: дни)?|свят(?:а|кові дні)|новогодн\\p{L}+|новорічн\\p{L}+|рождеств\\p{L}+',
  lunch: 'обед(?:енный)?(?: перерыв)?|перерыв(?: на обед)?|обідня перерва|перерва(?: на обід)?|обід|почивка',
  seasons: 'летн(?:ий|ее|яя)|зимн(?:ий|ее|яя)|літній|зимовий|сезон\\p{L}*|временно|тимчасово',
  months:
    'январ[ьяе]|феврал[ьяе]|марта?|апрел[ьяе]|ма[йяе]|июн[ьяе]|июл[ьяе]|августа?|сентябр[ьяе]|октябр[ьяе]|ноябр[ьяе]|декабр[ьяе]|січ(?:ень|ня)|лют(?:ий|ого)|берез(?:ень|ня)|квіт(?:ень|ня)|трав(?:ень|ня)|черв(?:ень|ня)|лип(?:ень|ня)|серп(?:ень|ня)|верес(?:ень|ня)|жовт(?:ень|ня)|листопада?|груд(?:ень|ня)',
  others:
    'кухн[яи]|достав\\p{L}+|колл?-?центр|горяч\\p{L}+ лини\\p{L}|аварийн\\p{L}+|аварійн\\p{L}+|дежурн\\p{L}+|богослужени\\p{L}+|поддержк\\p{L}+|підтримк\\p{L}+|заказов|заявок|звонков|замовлень|дзвінків|заняти\\p{L}+|занять|тренировк\\p{L}+|тренувань|уроков|уроків|курсов|курсів|бизнес-?ланч\\p{L}*|бухгалтери\\p{L}+|касс?[аиы]|сайта|сайту|интернет-магазин\\p{L}*|інтернет-магазин\\p{L}*',
  from: 'с|со|з|із|зі|от|від|в|во|у|на',
  to: 'до|по',
  and: 'и|і|й|та',
  oClock: 'час(?:ов|а)?\\.?|ч\\.?|год(?:ин[аи]?)?\\.?|г\\.',
  first: [
    // "9-00" is a time, and "без обеда" says nothing.
    [/(?<![\d-])(\d{1,2})-(00|30|45)(?!\d)/g, '$1:$2'],
    [/[,;]? ?без (?:перерыва?|обеда|перерви|обіду)(?: на обед| и выходных)?(?!\p{L})/giu, ''],
  ],
}

/** Croatian, Serbian, Bosnian, and Slovenian. They share their letters with Czech, so only their own words count. */
export const southSlavic: Language = {
  announced:
    /[Rr]adno vr(?:ij)?eme|RADNO VR(?:IJ)?EME|[Dd]elovni [cč]as|DELOVNI [CČ]AS|[Oo]dpiralni [cč]as|ODPIRALNI [CČ]AS|[Uu]radne ure|[Pp]onedj?elj(?:ak|ek|ka)|PONEDJ?ELJ(?:AK|EK)|\b[Pp][Oo][Nn]\.? ?[-\u2010-\u2015] ?(?:[Pp][Ee][Tt]|[Ss][Uu][Bb]|[Nn][Ee][Dd])\b/,
  days: 'ponedj?elj(?:ak|ka|kom|ek) / utor(?:ak|ka|kom)|tor(?:ek|ka|kih) / srijed(?:om|ama|[aeu])|sred(?:om|ama|ah|[aeuo]) / [cč]etvrt(?:ak|ka|kom)|[cč]etrt(?:ek|ka|kih) / pet(?:ak|ka|kom|ek|kih) / subot(?:om|ama|[aeu])|sobot(?:ah|[aeo]) / nedj?elj(?:om|ama|ah|[aeuo])',
  short: 'pon / uto?|tor / sri|sre?|sr / [cč]et / pet / sub|sob / ned',
  hours:
    '(?:radno vr(?:ij)?eme|delovni [cč]as|odpiralni [cč]as|uradne ure)(?: (?:ordinacije|trgovine|salona|poslovnice|servisa|ureda|restorana|prodavnice|radnje|kancelarije|lokala))?',
  open: 'radimo|otvoreno|odprto',
  closed: 'zatvoreno|zaprto|ne radi(?:mo)?|neradn[aio](?: dan)?',
  daily: 'svak(?:i|og|oga) dana?|svakodnevno|vsak dan',
  weekdays: 'radn(?:im|ih|i) dan(?:om|ima|i|a)|(?:ob )?delavnik(?:i|ih)|delovni dnevi|med tednom',
  weekends: '(?:ob )?vikend(?:om|i|ih|ima|e)?',
  always: '(?<!\\d)0?0-24|non-?stop|24 sata?|24 ur',
  byAppointment:
    '(?:samo |le )?(?:po|uz|prema) (?:prethodn\\p{L}+ |predhodn\\p{L}+ )?(?:dogovoru|najav[iu]|naro[cč]ilu|rezervacij[iu])',
  holidays: 'prazni[ck]\\p{L}*|blagdan\\p{L}*|bo[zž]i[cćč]\\p{L}*|uskrs\\p{L}*|velik[ae] no[cč]i?',
  lunch: 'pauza|odmor|malica|stanka',
  seasons: 'lj?etn\\p{L}+|zimsk\\p{L}+|ljeti|poleti|zimi|pozimi|sezon\\p{L}*|privremen\\p{L}+',
  months:
    'sije[cč](?:anj|nja)|velja[cč][ae]|o[zž]uj(?:ak|ka)|trav(?:anj|nja)|svib(?:anj|nja)|lip(?:anj|nja)|srp(?:anj|nja)|kolovoza?|ruj(?:an|na)|listopada?|studen(?:i|og)|prosin(?:ac|ca)|januarj?a?|februarj?a?|mart?a?|marec|marca|aprila?|maja?|jun(?:i?ja?|a)?|jul(?:i?ja?|a)?|avgusta?|septemb(?:a?r|er|ra)|oktob(?:a?r|er|ra)|novemb(?:a?r|er|ra)|decemb(?:a?r|er|ra)',
  others:
    'kuhinj\\p{L}+|de[zž]urn\\p{L}+|dostav\\p{L}+|hitn\\p{L}+|te[cč]aj\\p{L}*|mis[ae]|ma[sš][ae]|(?:korisni[cč]k|tehni[cč]k)\\p{L}+ \\p{L}+|podpor\\p{L}+|podr[sš]k\\p{L}+|telefonsk\\p{L}+|dnevni meni|marend\\p{L}+|malic\\p{L}+|[sš]alter\\p{L}*',
  from: 'od|u|v|ob',
  to: 'do',
  and: 'i|in|te',
  oClock: 'sati|sata?|ure?|uri|[cč]asova|[cč]asa|h',
}

/** Serbian, Macedonian, and Bulgarian with short names of days, some of which mean something else in Russian. */
export const southSlavicInCyrillic: Language = {
  announced: /[Рр]адно време|РАДНО ВРЕМЕ|[Рр]аботно време|РАБОТНО ВРЕМЕ|[Пп]онедељ(?:ак|ка)|[Чч]етврт(?:ак|ок)/,
  days: 'понедељ(?:ак|ка|ком)|понеделник / утор(?:ак|ка|ком)|вторник / сред[аеу]|сряда / четврт(?:ак|ка|ком|ок)|четвъртък / пет(?:ак|ка|ком|ок|ък) / субот(?:ом|[аеу])|сабот[аи]|събота / недељ(?:ом|[аеу])|недел[ая]',
  short: 'пон|пн / уто?|вто?|вт / сре?|ср / чет|чт / пет|пт / суб|саб|съб|сб / нед|нд',
  hours: '(?:радно|работно) време',
  open: 'радимо|отворено|работиме|работим',
  closed:
    'затворено|не радимо|не ради|не работиме|не работим|нерадн[аи](?: дан)?|неработен ден|почивен ден|почивни дни',
  daily: 'сваки дан|сваког дана|свакодневно|секој ден|секојдневно|всеки ден|ежедневно',
  weekdays: 'радн(?:им|и|их) дан(?:ом|има|и|а)|работни (?:денови|дни)|делнични дни',
  weekends: 'викенд(?:ом|и|ите|има)?',
  always: 'нон-?стоп|(?<!\\d)0?0-24|24 (?:сата|часа)|денонощно',
  byAppointment:
    '(?:само )?(?:по|уз|со|с) (?:претходн\\p{L}+ |предварител\\p{L}+ )?(?:договору|договор|најав[иа]|записване|уговорка)',
  holidays: 'празни[цк]\\p{L}*|божић\\p{L}*|божиќ\\p{L}*|ускрс\\p{L}*|велигден\\p{L}*|коледа|великден',
  lunch: 'пауза|одмор|почивка',
  seasons: 'летњ\\p{L}+|летн\\p{L}+|зимск\\p{L}+|лятно|зимно|сезон\\p{L}*|привремен\\p{L}+|временно',
  months:
    '(?:јануар|фебруар|март|април|мај|јун|јул|јули|јуни|август|септембар|октобар|новембар|децембар|септември|октомври|ноември|декември|јануари|фебруари|януари|февруари|юни|юли|май)[аи]?',
  others:
    'кухињ\\p{L}+|кујн\\p{L}+|кухн\\p{L}+|дежурн\\p{L}+|достав\\p{L}+|хитн\\p{L}+|итн\\p{L}+|курс\\p{L}*|подршк\\p{L}+|поддршк\\p{L}+|поддръжк\\p{L}+|телефонск\\p{L}+|обедно меню',
  from: 'од|от|у|во|в|с',
  to: 'до',
  and: 'и',
  oClock: 'часова|часот|часа?|сати|сата|ч\\.?|h',
}
