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
 * A text without case and accents, everything else as it is. Equal to the SQL function `fold_text` for every letter that
 * the server's Unicode version knows.
 */
export const foldText = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/gu, "")
    .replace(/\P{ASCII}|[A-Z]/gu, (letter) => plain.get(letter) ?? letter)

/** Whether a text contains another, without regard to case and accents; nothing contains a text of accents alone. */
export const containsText = (text: string, part: string): boolean => {
  const needle = foldText(part)
  return needle !== "" && foldText(text).includes(needle)
}
