/**
 * Capitals, and letters that Unicode does not decompose into base letter and marks; each maps to the letter below it.
 */
const from =
  "ABCDEFGHIJKLMNOPQRSTUVWXYZØøĐđÐðŁłĦħŦŧŊıΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯІЄҐЂЈЉЊЋЏЅ"
const to = "abcdefghijklmnopqrstuvwxyzooddddllhhttŋiαβγδεζηθικλμνξοπρστυφχψωσабвгдежзиклмнопрстуфхцчшщъыьэюяієґђјљњћџѕ"

const plain = new Map<string, string>([
  ...Array.from(from, (letter, index): [string, string] => [letter, to.charAt(index)]),
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
 * Folds case and strips accents. Equals the SQL function `fold_text` for every letter that the server's Unicode version
 * knows.
 */
export const foldText = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/gu, "")
    .replace(/\P{ASCII}|[A-Z]/gu, (letter) => plain.get(letter) ?? letter)

/** Whether a text contains another, ignoring case and accents; false if `part` consists of accents only. */
export const containsText = (text: string, part: string): boolean => {
  const needle = foldText(part)
  return needle !== "" && foldText(text).includes(needle)
}
