import { Schema, SchemaTransformation } from "effect"
import { NumberText } from "./NumberText.ts"

/** Row numbers have 32 bits; a higher one names no row, and a query for it would overflow. */
const highest = 2_147_483_647

/** What stands for every number that no row has. */
const noRow = 0

/** The internal number of a row in a path: digits only. One that no row can have decodes to 0, which no row has. */
export const PathNumber = NumberText({ type: "integer", minimum: 1, maximum: highest }, /^\d+$/, "a number").pipe(
  Schema.decodeTo(
    Schema.Int,
    SchemaTransformation.transform({
      decode: (text) => {
        const number = Number(text)
        return number > highest ? noRow : number
      },
      encode: (number) => String(number)
    })
  )
)
