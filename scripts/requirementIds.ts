const mention = /\b(GEN|HUB|INT|PAR|MEM|PUB)-(\d{3})(?:\.\.(?:\1-)?(\d{3})| to \1-(\d{3}))?(?!\d)/g

export const requirementId = (section: string, number: number): string =>
  `${section}-${String(number).padStart(3, "0")}`

/** All requirement ids that `text` mentions, in order: single, in a list, or as an inclusive range `HUB-001..005`. */
export const requirementIds = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(mention)].flatMap(([, section = "", first, ...last]) => {
    const from = Number(first)
    const to = Math.max(from, Number(last.find((end) => end !== undefined) ?? from))
    return Array.from({ length: to - from + 1 }, (_, step) => requirementId(section, from + step))
  })

const follows = (id: string, next: string): boolean => next === requirementId(id.slice(0, 3), Number(id.slice(-3)) + 1)

/** The shortest text that `requirementIds` parses back to `ids`, which must be in order. */
export const asRanges = (ids: ReadonlyArray<string>): string => {
  const runs: Array<{ readonly first: string; last: string }> = []
  for (const id of ids) {
    const run = runs.at(-1)
    if (run && follows(run.last, id)) run.last = id
    else runs.push({ first: id, last: id })
  }
  return runs.map(({ first, last }) => (first === last ? first : `${first}..${last.slice(-3)}`)).join(", ")
}
