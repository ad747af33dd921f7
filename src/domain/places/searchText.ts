/** Letters that Unicode does not decompose into base letter and marks, and capitals; each maps to the one below it. */
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
 * A name normalised for comparison: without case, accents, apostrophes and dots, words separated by one space. Equal to
 * the SQL function `search_text` for every letter that the server's Unicode version knows.
 */
export const searchText = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f'’‘ʻʼ`.]/gu, "")
    .replace(/\P{ASCII}|[A-Z]/gu, (letter) => plain.get(letter) ?? letter)
    .replace(/[ \t\n\r\-–—/,()_]+/gu, " ")
    .replace(/^ | $/gu, "")
