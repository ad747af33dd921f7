const padded = (word: string) => `  ${word} `

/**
 * The trigrams of a text in order, as `pg_trgm` makes them: each word with two spaces before and one after. Vowel signs,
 * such as those of Hindi, belong to their word.
 */
const trigramsOf = (text: string): ReadonlyArray<string> =>
  (text.match(/[\p{Alphabetic}\p{Nd}]+/gu) ?? []).flatMap((word) => {
    const letters = Array.from(padded(word))
    return letters.slice(2).map((_, index) => letters.slice(index, index + 3).join(""))
  })

/** In single precision, like the server. */
const share = (shared: number, one: number, other: number) =>
  one + other === shared ? 0 : Math.fround(shared / (one + other - shared))

/** `similarity(a, b)` of `pg_trgm`. */
export const similarity = (a: string, b: string): number => {
  const [one, other] = [new Set(trigramsOf(a)), new Set(trigramsOf(b))]
  return share([...one].filter((trigram) => other.has(trigram)).length, one.size, other.size)
}

/**
 * `word_similarity(a, b)` of `pg_trgm`: the similarity of `a` to the most similar part of `b`. Like the server, the
 * search only moves its ends forward and so can miss the best part.
 */
export const wordSimilarity = (a: string, b: string): number => {
  const needle = new Set(trigramsOf(a))
  const there = trigramsOf(b)
  const last = new Map<string, number>()
  const at = (index: number) => there[index] ?? ""
  let best = 0
  let from = -1
  let shared = 0
  let distinct = 0
  for (let to = 0; to < there.length; to++) {
    const isShared = needle.has(at(to))
    if (from >= 0 || isShared) {
      if (!last.has(at(to))) {
        distinct++
        if (isShared) shared++
      }
      last.set(at(to), to)
    }
    if (!isShared) continue
    if (from === -1) {
      from = to
      distinct = 1
    }
    let now = share(shared, needle.size, distinct)
    let [fewer, shorter] = [shared, distinct]
    const before = from
    for (let start = from; start <= to; start++) {
      const shortened = share(fewer, needle.size, shorter)
      if (shortened > now) {
        now = shortened
        distinct = shorter
        from = start
        shared = fewer
      }
      if (last.get(at(start)) === start) {
        shorter--
        if (needle.has(at(start))) fewer--
      }
    }
    best = Math.max(best, now)
    for (let start = before; start < from; start++) if (last.get(at(start)) === start) last.delete(at(start))
  }
  return best
}
