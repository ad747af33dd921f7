import { Schema, SchemaTransformation } from "effect"
import { NumberText } from "./NumberText.ts"
import { maxInt } from "../../../domain/shared/maxInt.ts"

/** Stands in for ids above the maximum, which would overflow the query: no row has it. */
const idOfNone = 0

/** An internal row id in a path, digits only. An id above the 32-bit range decodes to 0, which no row has. */
export const PathNumber = NumberText({ type: "integer", minimum: 1, maximum: maxInt }, /^\d+$/, "a number").pipe(
  Schema.decodeTo(
    Schema.Int,
    SchemaTransformation.transform({
      decode: (text) => {
        const number = Number(text)
        return number > maxInt ? idOfNone : number
      },
      encode: (number) => String(number)
    })
  )
)
