import { Console } from "effect"

/** The answer of a verb to a program. */
export const printJson = (value: unknown) => Console.log(JSON.stringify(value, null, 2))
