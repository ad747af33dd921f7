interface Series {
  count: number
  sum: number
  readonly buckets: Array<number>
}

const boundaries = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000]
const histograms = new Map<string, Series>()
const values = new Map<string, number>()

const seriesOf = (key: string): Series => {
  let series = histograms.get(key)
  if (series === undefined) {
    series = { count: 0, sum: 0, buckets: boundaries.map(() => 0) }
    histograms.set(key, series)
  }
  return series
}

/** Changes a counter or gauge, whose labels are part of its key. */
export const move = (key: string, by: 1 | -1): void => {
  values.set(key, (values.get(key) ?? 0) + by)
}

/** Observes milliseconds in a histogram. */
export const observe = (key: string, milliseconds: number): void => {
  const series = seriesOf(key)
  series.count++
  series.sum += milliseconds
  const at = boundaries.findIndex((boundary) => milliseconds <= boundary)
  if (at !== -1) series.buckets[at] = (series.buckets[at] ?? 0) + 1
}
