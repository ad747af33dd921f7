interface Series {
  count: number
  sum: number
  readonly buckets: Array<number>
}

const boundaries = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000]
const all = new Map<string, Series>()

/** Counts an answered request and its milliseconds. */
export const measure = (route: string, method: string, status: number, milliseconds: number): void => {
  const key = `${method} ${route} ${status}`
  let series = all.get(key)
  if (series === undefined) {
    series = { count: 0, sum: 0, buckets: boundaries.map(() => 0) }
    all.set(key, series)
  }
  series.count++
  series.sum += milliseconds
  const at = boundaries.findIndex((boundary) => milliseconds <= boundary)
  if (at !== -1) series.buckets[at] = (series.buckets[at] ?? 0) + 1
}
