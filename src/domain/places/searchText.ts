/** Letters that Unicode does not take apart into a base letter and marks, and capitals; each stands for the one below it. */
const from =
  "ABCDEFGHIJKLMNOPQRSTUVWXYZØøĐđÐðŁłĦħŦŧŊıΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯІЄҐЂЈЉЊЋЏЅ"
const unto =
  "abcdefghijklmnopqrstuvwxyzooddddllhhttŋiαβγδεζηθικλμνξοπρστυφχψωσабвгдежзиклмнопрстуфхцчшщъыьэюяієґђјљњћџѕ"

const plain = new Map<string, string>([
  ...Array.from(from, (letter, index): [string, string] => [letter, unto.charAt(index)]),
  ["ß", "ss"],
  ["ẞ", "ss"],
  ["Æ", "ae"],
  ["æ", "ae"],
  ["Œ", "oe"],
  ["œ", "oe"],
  ["Þ", "th"],
  ["þ", "th"]
])

/**
 * A name as it is compared: without case, accents, apostrophes and dots, its words apart by one space. The SQL function
 * `search_text` answers the same for every text whose letters the server's Unicode knows.
 */
export const searchText = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f'’‘ʻʼ`.]/gu, "")
    .replace(/\P{ASCII}|[A-Z]/gu, (letter) => plain.get(letter) ?? letter)
    .replace(/[ \t\n\r\-–—/,()_]+/gu, " ")
    .replace(/^ | $/gu, "")
