import { assert, it } from "@effect/vitest"
import { Schema } from "effect"
import { CalendarDate } from "../../../src/domain/shared/Scalars.ts"

const isDate = Schema.is(CalendarDate)

const twoDigits = (value: number) => String(value).padStart(2, "0")

it("accepts exactly the dates of the Gregorian calendar", () => {
  // Four centuries cover every leap rule; months 0 and 13 and days 0 and 32 never exist.
  const misjudged: Array<string> = []
  for (let year = 1600; year < 2000; year++) {
    for (let month = 0; month <= 13; month++) {
      for (let day = 0; day <= 32; day++) {
        const text = `${year}-${twoDigits(month)}-${twoDigits(day)}`
        const time = new Date(`${text}T00:00:00Z`)
        const exists = Number.isFinite(time.getTime()) && time.toISOString().startsWith(text)
        if (isDate(text) !== exists) misjudged.push(text)
      }
    }
  }
  assert.deepStrictEqual(misjudged, [])
})

it("rejects the year 0 and text of another form", () => {
  for (const text of ["0000-01-01", "2024-2-03", "2024-02-3", "20240203", "2024-02-03T00:00:00Z", " 2024-02-03", ""]) {
    assert.isFalse(isDate(text), text)
  }
})
