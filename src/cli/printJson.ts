import { Console } from "effect"

/** Prints the result of a verb as indented JSON, for programs. */
export const printJson = (value: unknown) => Console.log(JSON.stringify(value, null, 2))
