const dayMillis = 86_400_000
const twoDigits = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, "0"))
const threeDigits = Array.from({ length: 1000 }, (_, value) => String(value).padStart(3, "0"))

/** Date parts by day. Stored times are close together, so few days are needed; the cache is bounded anyway. */
const dateParts = new Map<number, string>()
const maxDateParts = 4096

const datePartOf = (day: number): string => {
  const cached = dateParts.get(day)
  if (cached !== undefined) return cached
  if (dateParts.size >= maxDateParts) dateParts.clear()
  const part = new Date(day * dayMillis).toISOString().slice(0, -13)
  dateParts.set(day, part)
  return part
}

/** The text of `Date.toISOString` for epoch milliseconds, at a tenth of its cost: a page formats hundreds of times. */
export const instantText = (millis: number): string => {
  const day = Math.floor(millis / dayMillis)
  const inDay = millis - day * dayMillis
  const seconds = Math.floor(inDay / 1000)
  const minutes = Math.floor(seconds / 60)
  const time = `${twoDigits[Math.floor(minutes / 60)]}:${twoDigits[minutes % 60]}:${twoDigits[seconds % 60]}`
  return `${datePartOf(day)}${time}.${threeDigits[inDay % 1000]}Z`
}
