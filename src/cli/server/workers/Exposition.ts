/** One metric of the Prometheus text format: its comment lines, its kind, and the value of each series. */
interface Family {
  readonly comments: ReadonlyArray<string>
  readonly kind: string
  readonly series: ReadonlyMap<string, number>
}

/** Metrics by name, in the order of the text. */
export type Exposition = ReadonlyMap<string, Family>

/** Metrics that every process of a cluster reports alike, and maxima: their sum would mean nothing. */
const notSummed: ReadonlySet<string> = new Set([
  "effect_cluster_runners",
  "effect_cluster_runners_healthy",
  "effect_cluster_entity_mailbox_size_max"
])

const parseNumber = (text: string) => Number(text.replace("Inf", "Infinity"))

/** Reads the text that this service itself writes: series without timestamps below the `# TYPE` of their metric. */
export const parseExposition = (text: string): Exposition => {
  const families = new Map<string, Family>()
  let comments: Array<string> = []
  let series = new Map<string, number>()
  for (const line of text.split("\n")) {
    if (line.startsWith("# ")) {
      const [, mark, name = "", kind = ""] = line.split(" ", 4)
      comments.push(line)
      if (mark !== "TYPE") continue
      series = new Map()
      families.set(name, { comments, kind, series })
      comments = []
    } else if (line !== "") {
      const space = line.lastIndexOf(" ")
      series.set(line.slice(0, space), parseNumber(line.slice(space + 1)))
    }
  }
  return families
}

/** Merges the metrics of several processes: counters, histograms and gauges are summed series by series. */
export const addExpositions = (expositions: ReadonlyArray<Exposition>): Exposition => {
  const total = new Map<string, Family & { readonly series: Map<string, number> }>()
  for (const exposition of expositions) {
    for (const [name, family] of exposition) {
      const { series } = total.get(name) ?? { series: new Map<string, number>() }
      for (const [key, value] of family.series) {
        const before = series.get(key)
        const joined = before === undefined ? value : notSummed.has(name) ? Math.max(before, value) : before + value
        series.set(key, joined)
      }
      total.set(name, { ...family, series })
    }
  }
  return total
}

/** The metrics without gauges, which say nothing once their process has ended. */
export const countersOf = (exposition: Exposition): Exposition =>
  new Map([...exposition].filter(([, { kind }]) => kind !== "gauge"))

/** The Prometheus text format. */
export const formatExposition = (exposition: Exposition): string => {
  let text = ""
  for (const { comments, series } of exposition.values()) {
    for (const comment of comments) text += `${comment}\n`
    for (const [key, value] of series) text += `${key} ${String(value).replace("Infinity", "Inf")}\n`
  }
  return text
}
